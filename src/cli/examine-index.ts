import { examineIndex } from '../app/create-app.js';
import type { Config } from '../config.js';
import { MODES, type Mode } from '../domain/document/mode.js';
import { type Finding, fine, note, wrong } from './finding.js';

export function examineSavedIndexes(config: Config): Finding[] {
  return MODES.flatMap((mode) => describe(mode, examineIndex(config, mode)));
}

function describe(mode: Mode, damage: string[] | null): Finding[] {
  if (damage === null) return [note(`No index of ${mode} documents is saved. A start builds it from the store.`)];
  if (damage.length === 0) return [fine(`The saved index of ${mode} documents is whole.`)];
  const advice = 'The next start mends it from the store. If files are damaged again and again, look at the disk.';
  return damage.map((reason) => wrong(`The saved index of ${mode} documents: ${reason}.`, advice));
}
