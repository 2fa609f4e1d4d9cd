import { existsSync } from 'node:fs';
import { examineIndex } from '../../app/create-app.js';
import type { Config } from '../../config.js';
import { MODES, type Mode } from '../../domain/document/mode.js';
import { type ListedKey, listKeys } from '../../operations/keys/list-keys.js';
import { countEmbedded } from '../../operations/vectors/count-embedded.js';
import { storeFile } from '../../storage/data-folder.js';
import type { Storage } from '../../storage/storage.js';
import { withStorage } from '../with-storage.js';
import { type Finding, fine, note, wrong } from './finding.js';

const SOON_MILLISECONDS = 7 * 24 * 3_600_000;

export async function examineStore(config: Config): Promise<Finding[]> {
  // Opening it would make it, and a doctor changes nothing.
  if (!existsSync(storeFile(config.dataDir)))
    return [note('There is no store yet. The first start makes it, and a key.')];
  try {
    return await withStorage(config, (storage) => [
      describeDocuments(storage),
      ...describeVectors(storage),
      ...examineKeys(storage, config),
    ]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [wrong(reason, 'If it is damaged, `sextant restore` puts a snapshot in its place.')];
  }
}

function describeDocuments(storage: Storage): Finding {
  const counts = MODES.map((mode) => `${storage.documents(mode).count()} ${mode}`);
  return fine(`The store can be read. Documents: ${counts.join(', ')}.`);
}

function describeVectors(storage: Storage): Finding[] {
  const spaces = storage.vectorSpaces.get();
  if (spaces === null || (spaces.next === null && spaces.complete)) return [];
  const { space } = spaces.next ?? spaces.served;
  const { done, total } = countEmbedded(storage, space);
  const text = `Documents are being embedded for another encoder (${space}): ${done} of ${total}.`;
  return [note(text, 'It goes on whenever the service runs; the log and /metrics show how fast.')];
}

function examineKeys(storage: Storage, { apiKey }: Config): Finding[] {
  const now = Date.now();
  const keys = listKeys(storage.keys, now);
  const active = keys.filter(({ status }) => status === 'active');
  const ending = active.filter(({ key }) => key.expiresAt !== null && key.expiresAt < now + SOON_MILLISECONDS);
  const expired = keys.filter(({ status }) => status === 'expired');
  const findings = [keys.length === 0 && apiKey === null ? NO_KEY_YET : examineEntry(active.length, apiKey)];
  if (ending.length > 0) findings.push(note(`Keys that expire within a week: ${namesOf(ending)}.`, ADVICE));
  if (expired.length > 0) findings.push(note(`Keys that have expired: ${namesOf(expired)}.`, ADVICE));
  return findings;
}

const NO_KEY_YET = note('There is no key yet. The next start makes one and shows it.');
const ADVICE = '`sextant keys create --name NAME` makes new ones.';

function examineEntry(active: number, apiKey: string | null): Finding {
  if (active > 0) return fine(`${active} ${active === 1 ? 'key is' : 'keys are'} active.`);
  if (apiKey !== null) return fine('No key is active but the one in SEXTANT_API_KEY.');
  return wrong('No key is active: nobody can use the service.', ADVICE);
}

function namesOf(keys: readonly ListedKey[]): string {
  return keys.map(({ key }) => `"${key.name}" (${key.id})`).join(', ');
}

export function examineSavedIndexes(config: Config): Finding[] {
  return MODES.flatMap((mode) => describe(mode, examineIndex(config, mode)));
}

function describe(mode: Mode, damage: string[] | null): Finding[] {
  if (damage === null) return [note(`No index of ${mode} documents is saved. A start builds it from the store.`)];
  if (damage.length === 0) return [fine(`The saved index of ${mode} documents is whole.`)];
  const advice = 'The next start mends it from the store. If files are damaged again and again, look at the disk.';
  return damage.map((reason) => wrong(`The saved index of ${mode} documents: ${reason}.`, advice));
}
