import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, posix, relative } from 'node:path';
import { networkSettings, run, runInRoot } from './debian-root.mjs';
import { readAssignments, readIgnored, readWords } from './read-dockerfile.mjs';

/** Executes the steps of a stage in a copy of the base root. Returns its root and how to run it. */
export function buildStage({ steps }, { base, root, context, stages }) {
  run('cp', ['--archive', '--reflink=auto', base, root]);
  const built = { root, environment: {}, user: 'root', folder: '/', volumes: [], ports: [] };
  const build = { ...built, variables: {}, network: networkSettings(root), context, stages };
  for (const step of steps) {
    console.log(`${step.word} ${step.rest}`);
    STEPS[step.word]?.(step.rest, built, build) ?? unknown(step);
  }
  return built;
}

const DONE = true;

const STEPS = {
  ARG(rest, _, { variables }) {
    return Object.assign(variables, readAssignments(rest));
  },
  ENV(rest, built) {
    return Object.assign(built.environment, readAssignments(rest));
  },
  WORKDIR(rest, built) {
    built.folder = posix.resolve(built.folder, rest);
    mkdirSync(join(built.root, built.folder), { recursive: true });
    return DONE;
  },
  USER(rest, built) {
    built.user = rest;
    return DONE;
  },
  VOLUME(rest, built) {
    return built.volumes.push(rest);
  },
  EXPOSE(rest, built) {
    return built.ports.push(Number(rest));
  },
  RUN(rest, built, { variables, network }) {
    const { root, user, folder, environment } = built;
    runInRoot(root, rest, { user, folder, environment: { ...network, ...variables, ...environment } });
    return DONE;
  },
  COPY(rest, built, { context, stages }) {
    const { flags, words } = readWords(rest);
    const [from, isLeftOut] =
      flags.from === undefined ? [context, ignoredIn(context)] : [stages.get(flags.from).root, () => false];
    const target = join(built.root, posix.resolve(built.folder, words.at(-1)));
    for (const word of words.slice(0, -1))
      copy(join(from, word), target, { from, isLeftOut, asFolder: words.at(-1).endsWith('/') });
    return DONE;
  },
  HEALTHCHECK(rest, built) {
    built.healthCheck = JSON.parse(/CMD\s+(\[.*\])$/.exec(rest)[1]);
    return DONE;
  },
  ENTRYPOINT(rest, built) {
    built.entryPoint = JSON.parse(rest);
    return DONE;
  },
  CMD(rest, built) {
    built.command = JSON.parse(rest);
    return DONE;
  },
};

/** As Docker does it: a folder's content is copied, a file goes into a target that is a folder. */
function copy(source, target, { from, isLeftOut, asFolder }) {
  const isFile = statSync(source).isFile();
  const place =
    isFile && (asFolder || spawnSync('test', ['-d', target]).status === 0) ? join(target, basename(source)) : target;
  const filter = (path) => path === from || !isLeftOut(relative(from, path));
  cpSync(source, place, { recursive: true, filter, verbatimSymlinks: true });
}

function ignoredIn(context) {
  return readIgnored(readFileSync(join(context, '.dockerignore'), 'utf8'));
}

function unknown({ word }) {
  throw new Error(`${word} is not a step that this script knows.`);
}
