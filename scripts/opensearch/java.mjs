import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Trouble } from './trouble.mjs';

const OLDEST = 21;
/** Where systems install Java: each folder holds one installation per subfolder. */
const JVM_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt/java', '/Library/Java/JavaVirtualMachines'];

/** The home of a Java that OpenSearch runs on: the one that is named, or else the oldest one that will do. */
export function findJava() {
  const named = process.env.OPENSEARCH_JAVA_HOME;
  if (named) {
    if (versionOf(named) >= OLDEST) return named;
    throw new Trouble(`OPENSEARCH_JAVA_HOME (${named}) has no Java ${OLDEST} or later.`);
  }
  const homes = [process.env.JAVA_HOME, ...JVM_FOLDERS.flatMap(homesIn)].filter(Boolean);
  const usable = homes.filter((home) => versionOf(home) >= OLDEST).sort((a, b) => versionOf(a) - versionOf(b));
  if (usable.length > 0) return usable[0];
  throw new Trouble(
    `OpenSearch needs Java ${OLDEST} or later, and none was found in JAVA_HOME or ${JVM_FOLDERS.join(', ')}. ` +
      'Install one, or set OPENSEARCH_JAVA_HOME to its folder.',
  );
}

function homesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => [join(folder, name), join(folder, name, 'Contents', 'Home')]);
}

/** Every installation has a file that names its version; 0 if there is none. */
function versionOf(home) {
  const release = join(home, 'release');
  if (!existsSync(release) || !existsSync(join(home, 'bin', 'java'))) return 0;
  return Number(readFileSync(release, 'utf8').match(/^JAVA_VERSION="(\d+)/m)?.[1] ?? 0);
}
