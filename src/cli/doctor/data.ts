import { examineIndex } from '../../app/backend/embedded-backend.js';
import { clusterBackend } from '../../app/backend/open-backend.js';
import type { Config } from '../../config.js';
import { MODES, type Mode } from '../../domain/document/document.js';
import { type ListedKey, listKeys } from '../../operations/keys/keys.js';
import type { DocumentStorage, ScannedDocuments, Storage } from '../../storage/storage.js';
import { withExistingStorage } from '../with-storage.js';
import { type Finding, fine, note, wrong } from './finding.js';

const SOON_MILLISECONDS = 7 * 24 * 3_600_000;

export async function examineStore(config: Config): Promise<Finding[]> {
  if (config.engine === 'embedded') return examineContents(config);
  const cluster = await describeCluster(config);
  return cluster.state === 'wrong' ? [cluster] : [cluster, ...(await examineContents(config))];
}

async function examineContents(config: Config): Promise<Finding[]> {
  try {
    const findings = await withExistingStorage(config, async (storage) => [
      await describeDocuments(storage),
      ...(await describeVectors(storage)),
      ...(await examineKeys(storage, config)),
    ]);
    return findings ?? [note('There is no store yet. The first start creates it, and a key.')];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong(reason, 'If the store is damaged, restore a snapshot with `sextant restore`.')];
  }
}

async function describeCluster(config: Config): Promise<Finding> {
  try {
    const { nodes, status } = await (await clusterBackend()).examineCluster(config);
    const text = `The cluster at SEXTANT_OPENSEARCH_URL answers: ${nodes} ${nodes === 1 ? 'node' : 'nodes'}, ${status}.`;
    return status === 'red' ? wrong(text, 'See what is missing: GET _cluster/allocation/explain.') : fine(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return wrong(reason, 'Check SEXTANT_OPENSEARCH_URL and the settings beside it, and that the cluster runs.');
  }
}

async function describeDocuments(storage: Storage): Promise<Finding> {
  const counts = await Promise.all(MODES.map(async (mode) => `${await storage.documents(mode).count()} ${mode}`));
  return fine(`The store is readable. Documents: ${counts.join(', ')}.`);
}

async function describeVectors(storage: Storage): Promise<Finding[]> {
  const spaces = await storage.vectorSpaces.get();
  if (spaces === null || (spaces.next === null && spaces.complete)) return [];
  const { space } = spaces.next ?? spaces.served;
  const { done, total } = await countEmbedded(storage, space);
  const text = `Documents are being embedded with a new encoder (${space}): ${done} of ${total} done.`;
  return [note(text, 'This continues while the service runs; see its progress in the log and /metrics.')];
}

async function examineKeys(storage: Storage, { apiKey }: Config): Promise<Finding[]> {
  const now = Date.now();
  const keys = await listKeys(storage.keys, now);
  const active = keys.filter(({ status }) => status === 'active');
  const ending = active.filter(({ key }) => key.expiresAt !== null && key.expiresAt < now + SOON_MILLISECONDS);
  const expired = keys.filter(({ status }) => status === 'expired');
  const findings = [keys.length === 0 && apiKey === null ? NO_KEY_YET : examineEntry(active.length, apiKey)];
  if (ending.length > 0) findings.push(note(`Keys that will expire within a week: ${namesOf(ending)}.`, ADVICE));
  if (expired.length > 0) findings.push(note(`Expired keys: ${namesOf(expired)}.`, ADVICE));
  return findings;
}

const NO_KEY_YET = note('There is no key yet. The next start creates one and shows it.');
const ADVICE = 'Create a new one with `sextant keys create --name NAME`.';

function examineEntry(active: number, apiKey: string | null): Finding {
  if (active > 0) return fine(`${active} ${active === 1 ? 'key is' : 'keys are'} active.`);
  if (apiKey !== null) return fine('The only active key is the one in SEXTANT_API_KEY.');
  return wrong('There is no active key, so nobody can use the service.', ADVICE);
}

function namesOf(keys: readonly ListedKey[]): string {
  return keys.map(({ key }) => `"${key.name}" (${key.id})`).join(', ');
}

export function examineSavedIndexes(config: Config): Finding[] {
  if (config.engine === 'opensearch') return [];
  return MODES.flatMap((mode) => describe(mode, examineIndex(config, mode)));
}

function describe(mode: Mode, damage: string[] | null): Finding[] {
  if (damage === null)
    return [note(`There is no saved index of ${mode} documents. The next start builds it from the store.`)];
  if (damage.length === 0) return [fine(`The saved index of ${mode} documents is intact.`)];
  const advice = 'The next start repairs it from the store. If files are damaged repeatedly, check the disk.';
  return damage.map((reason) => wrong(`The saved index of ${mode} documents: ${reason}.`, advice));
}

const LOOK_AT = 1000;

/** How many of all documents have vectors of a space. Looks at each of them, without a pause: not for a service. */
async function countEmbedded(storage: Storage, space: string): Promise<{ done: number; total: number }> {
  const counts = await Promise.all(MODES.map((mode) => countIn(storage.documents(mode), space)));
  const sum = (pick: 'done' | 'total') => counts.reduce((total, count) => total + count[pick], 0);
  return { done: sum('done'), total: sum('total') };
}

async function countIn(documents: DocumentStorage, space: string): Promise<{ done: number; total: number }> {
  const counts = { done: 0, total: 0 };
  let after: string | null = null;
  do {
    const looked: ScannedDocuments = await documents.withoutVectors(space, { after, atMost: LOOK_AT });
    counts.total += looked.count;
    counts.done += looked.count - looked.ids.length;
    after = looked.last;
  } while (after !== null);
  return counts;
}
