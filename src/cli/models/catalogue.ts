import { readFile } from 'node:fs/promises';
import type { NamedModel } from '../../app/named-models.js';
import { didYouMean } from '../../domain/errors/problem.js';
import { CommandError } from '../command.js';

/** The same from src/cli/models and from dist/cli/models. */
const FILE = new URL('../../../models/catalogue.json', import.meta.url);

/** Models that `sextant models pull` knows by name. */
export async function readCatalogue(): Promise<NamedModel[]> {
  const { models }: { models: NamedModel[] } = JSON.parse(await readFile(FILE, 'utf8'));
  return models;
}

export async function findInCatalogue(name: string): Promise<NamedModel> {
  const models = await readCatalogue();
  const found = models.find((model) => model.name === name.toLowerCase());
  if (found !== undefined) return found;
  const names = models.map((model) => model.name);
  throw new CommandError(
    `There is no model "${name}" in the list.${didYouMean(name, names) || ` It has ${names.join(', ')}.`} ` +
      'Any other model can be downloaded from its URL.',
  );
}

/** How much of a model is downloaded in total; null where only the server can tell. */
export function sizeOfModel({ files }: Pick<NamedModel, 'files'>): number | null {
  return files.reduce<number | null>((sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes), 0);
}
