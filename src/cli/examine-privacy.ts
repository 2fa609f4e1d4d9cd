import { existsSync } from 'node:fs';
import type { Config } from '../config.js';
import { storeFile } from '../storage/data-folder.js';
import { isTelemetryOff, TELEMETRY_SWITCH } from '../telemetry-off.js';
import { type Finding, fine, note, wrong } from './finding.js';
import { withStorage } from './with-storage.js';

interface OutboundConnection {
  url: string;
  /** Which setting allows it. */
  reason: string;
}

/** Whether anything leaves the machine: telemetry of a dependency, or texts for the APIs that the operator named. */
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
  return note(`Texts are sent to ${targets.join(' and ')}.`, 'docs/privacy.md says which texts.');
}

async function outboundConnections(config: Config): Promise<OutboundConnection[]> {
  const { llmUrl, embeddingUrl } = config;
  const connections: OutboundConnection[] = [];
  if (llmUrl !== null) connections.push({ url: llmUrl, reason: 'SEXTANT_LLM_URL' });
  if (embeddingUrl !== null) connections.push({ url: embeddingUrl, reason: 'SEXTANT_EMBEDDING_URL' });
  const former = await formerEncoderUrl(config);
  if (former !== null && former !== embeddingUrl) {
    connections.push({ url: former, reason: 'the former encoder, until every document is embedded with the new one' });
  }
  return connections;
}

/** Queries still go to the encoder that the documents were embedded with while another one takes its place. */
async function formerEncoderUrl(config: Config): Promise<string | null> {
  if (!existsSync(storeFile(config.dataDir))) return null;
  try {
    const spaces = await withStorage(config, (storage) => storage.vectorSpaces.get());
    const url = spaces?.served.settings.embeddingUrl;
    return typeof url === 'string' ? url : null;
  } catch {
    // A store that can't be read is reported by `examineStore`.
    return null;
  }
}
