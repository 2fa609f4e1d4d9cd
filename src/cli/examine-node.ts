import { type Finding, fine, wrong } from './finding.js';

const NEEDED = [20, 19] as const;

export function examineNode(version: string): Finding {
  const [major, minor] = version.split('.').map(Number);
  const enough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  if (enough) return fine(`Node.js ${version}.`);
  return wrong(`Node.js ${version} is too old.`, `Install ${NEEDED.join('.')} or later.`);
}
