import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { findDownloaded, isModelName, listDownloaded, modelFolder, type NamedModel } from '../../app/named-models.js';
import { type Config, loadConfig } from '../../config.js';
import { didYouMean } from '../../domain/errors/problem.js';
import { CommandError, formatTable, onlyWord, parseWords, printLine, type Terminal } from '../command.js';
import { formatBytes } from '../progress-bar.js';
import { readCatalogue, sizeOfModel } from './catalogue.js';
import { listTrained, TARGET_OPTIONS } from './trained-models.js';

/** `sextant models list`: models by name, and with a key those that the service has trained. */
export async function list(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseWords(words, { options: TARGET_OPTIONS });
  const config = loadConfig(terminal.environment);
  printLine(terminal.output, await describeNamed(config));
  const isAskedFor = values.key !== undefined || values.url !== undefined;
  if (!isAskedFor && config.apiKey === null) return 0;
  try {
    const trained = await listTrained(values, terminal);
    printLine(terminal.output, `\nTrained models of the service:\n${trained}`);
  } catch (error) {
    // Nobody asked for it: the key is known, but the service may not run.
    if (isAskedFor || !(error instanceof CommandError)) throw error;
    printLine(terminal.errors, `\nTrained models are not shown. ${error.message}`);
  }
  return 0;
}

async function describeNamed(config: Config): Promise<string> {
  const catalogue = await readCatalogue();
  const own = listDownloaded(config.dataDir).filter(({ name }) => catalogue.every((model) => model.name !== name));
  const rows = [...own, ...catalogue].map((model) => {
    const size = sizeOfModel(model);
    return [
      model.name,
      model.kind === 'encoder' ? 'encoder' : 'language model',
      size === null ? '' : formatBytes(size),
      model.licence ?? '',
      stateOf(model, config),
    ];
  });
  return formatTable(['NAME', 'KIND', 'SIZE', 'LICENCE', 'STATE'], rows);
}

function stateOf({ name }: NamedModel, config: Config): string {
  if (findDownloaded(config.dataDir, name) === null) {
    return existsSync(modelFolder(config.dataDir, name)) ? 'partly downloaded' : 'available';
  }
  return settingOf(name, config) === null ? 'downloaded' : 'downloaded, in use';
}

/** `sextant models remove NAME`: deletes what was downloaded of a model, also where that is a part. */
export async function remove(words: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals } = parseWords(words, { allowPositionals: true });
  const name = onlyWord(positionals, 'NAME');
  const config = loadConfig(terminal.environment);
  if (!isModelName(name) || !existsSync(modelFolder(config.dataDir, name))) {
    const names = listDownloaded(config.dataDir).map((model) => model.name);
    throw new CommandError(`${name} is not downloaded.${didYouMean(name, names)}`);
  }
  const setting = settingOf(name, config);
  if (setting !== null) throw new CommandError(`${name} is in use: change ${setting} first.`);
  await rm(modelFolder(config.dataDir, name), { recursive: true });
  printLine(terminal.output, `${name} is removed.`);
  return 0;
}

function settingOf(name: string, { llmUrl, llmModel, embeddingUrl, embeddingModel }: Config): string | null {
  if (llmUrl === null && llmModel === name) return 'SEXTANT_LLM_MODEL';
  return embeddingUrl === null && embeddingModel === name ? 'SEXTANT_EMBEDDING_MODEL' : null;
}
