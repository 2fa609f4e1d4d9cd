import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './places.mjs';
import { Trouble } from './trouble.mjs';

/** The smallest distribution there is, without the plugins that we don't use; and the one for vectors. */
const SERVER = {
  artifact: 'org.opensearch.distribution.integ-test-zip:opensearch:3.6.0:zip',
  file: 'opensearch-3.6.0.zip',
  sha512:
    'b82066a97902879c47e26608848d068c09e74d2128edee2802e622867abd451d34a366acc6519d0b40fc97acc89d61c5bb330ab8b2086cf6ffa0f9fe4b9acaa4',
};
const VECTORS = {
  artifact: 'org.opensearch.plugin:opensearch-knn:3.6.0.0:zip',
  file: 'opensearch-knn-3.6.0.0.zip',
  sha512:
    'fc5152c44729e636e0efc31c97f339f18bc8401376f1ac0a404016b654ff5372c2af01b37d537f234e9c132c0c39d576f02afc5da2bc0c38fa0c82c2cb47bb42',
};
/** Maven's own client: it knows the repositories, mirrors and proxies of this machine. */
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
const NEEDED_BYTES = 1_500_000_000;

/** The folder of an unpacked OpenSearch with its k-NN plugin. Made once; all nodes share it. */
export function prepareDistribution(java) {
  const home = join(cacheFolder(), 'opensearch-3.6.0-knn');
  if (existsSync(home)) return home;
  const { bavail, bsize } = statfsSync(cacheFolder());
  if (bavail * bsize < NEEDED_BYTES) {
    throw new Trouble(
      `OpenSearch and its data need ${NEEDED_BYTES / 1e9} GB in ${cacheFolder()}, and ${(bavail * bsize) / 1e9} GB are ` +
        'free. Make room, or set SEXTANT_OPENSEARCH_CACHE to a folder on another disk.',
    );
  }
  const server = download(SERVER);
  const vectors = download(VECTORS);
  console.error('Unpacking OpenSearch …');
  // Under another name until it is complete: another process may be looking for it.
  const unpacked = mkdtempSync(join(cacheFolder(), '.unpacking-'));
  try {
    unpack(java, server, unpacked);
    const complete = join(unpacked, 'opensearch-3.6.0');
    const plugin = join(complete, 'plugins', 'opensearch-knn');
    unpack(java, vectors, plugin);
    for (const name of readdirSync(join(complete, 'bin'))) chmodSync(join(complete, 'bin', name), 0o755);
    moveInto(home, complete);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  return home;
}

/** The verified file in the cache. */
function download({ artifact, file, sha512 }) {
  const kept = join(cacheFolder('downloads'), file);
  if (existsSync(kept) && sha512Of(kept) === sha512) return kept;
  console.error(`Downloading ${artifact} …`);
  const folder = mkdtempSync(join(cacheFolder('downloads'), '.download-'));
  try {
    const arguments_ = [
      '--batch-mode',
      '--quiet',
      '-Dstyle.color=never',
      COPY,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${folder}`,
    ];
    const { status, error } = spawnSync('mvn', arguments_, { cwd: folder, stdio: ['ignore', 2, 2] });
    if (error?.code === 'ENOENT') {
      throw new Trouble(
        'OpenSearch is downloaded with Maven, and mvn was not found. Install Maven (https://maven.apache.org).',
      );
    }
    const downloaded = join(folder, file);
    if (status !== 0 || !existsSync(downloaded)) {
      throw new Trouble(
        `Maven could not download ${artifact}: see its message above. Check its settings and the network.`,
      );
    }
    const found = sha512Of(downloaded);
    if (found !== sha512) {
      throw new Trouble(`${artifact} is not the file that was expected: SHA-512 ${found} instead of ${sha512}.`);
    }
    renameSync(downloaded, kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return kept;
}

function sha512Of(file) {
  return createHash('sha512').update(readFileSync(file)).digest('hex');
}

/** With `unzip`, or where that is missing with the tool for archives that comes with every JDK. */
function unpack(java, archive, folder) {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, stdio: ['ignore', 2, 2] };
  if (spawnSync('unzip', ['-q', archive], options).status === 0) return;
  if (spawnSync(join(java, 'bin', 'jar'), ['--extract', '--file', archive], options).status === 0) return;
  throw new Trouble(`${archive} could not be unpacked. Install unzip, and check that the disk is not full.`);
}

/** Another process may have been faster: then its copy is as good. */
function moveInto(home, complete) {
  try {
    renameSync(complete, home);
  } catch (error) {
    if (!existsSync(home)) throw error;
  }
}
