/**
 * The stages of a Dockerfile: { name, base, steps: [{ word, rest }] }. Knows what ours uses: no escape directive, no
 * here-documents, no ONBUILD.
 */
export function readDockerfile(text) {
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  const stages = [];
  for (const line of lines.split('\n').filter((each) => each.trim() !== '')) {
    const [, word, rest] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? fail(`This line is not understood: ${line}`);
    if (word === 'FROM') {
      const [, base, name = null] = /^(\S+)(?: AS (\S+))?$/i.exec(rest.trim());
      stages.push({ name, base, steps: [] });
    } else {
      stages.at(-1).steps.push({ word, rest: rest.trim() });
    }
  }
  return stages;
}

/** `--from=build a b` → { flags: { from: 'build' }, words: ['a', 'b'] } */
export function readWords(rest) {
  const words = rest.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split(/=(.*)/s));
  return { flags: Object.fromEntries(flags), words: words.filter((word) => !word.startsWith('--')) };
}

/** `A=1 B="two words"` → { A: '1', B: 'two words' } */
export function readAssignments(rest) {
  const found = rest.matchAll(/([A-Z_a-z]\w*)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries([...found].map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

/** Whether .dockerignore leaves a path of the context out. Knows plain paths, and `**` and `*` in them. */
export function readIgnored(text) {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replace(/\*\*\//g, '(?:.*/)?').replace(/(?<!\.)\*/g, '[^/]*')}$`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
}

function fail(message) {
  throw new Error(message);
}
