import { readFile, writeFile } from 'node:fs/promises';

/**
 * Writes src/text/analysis/chinese-variants.ts from a dictionary of OpenCC (Apache-2.0, github.com/BYVoid/OpenCC):
 *
 *   node scripts/write-chinese-variants.mjs data/dictionary/TSCharacters.txt
 *
 * The result is kept in the repository, because another one would need another format of the index.
 */
const [source] = process.argv.slice(2);
const lines = (await readFile(source, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const variants = new Map(
  lines.flatMap((line) => {
    const [traditional, choices] = line.split('\t');
    const [simplified] = choices.trim().split(' ');
    // Places in a text must stay the same, so each character is one unit.
    const isPair = traditional.length === 1 && simplified.length === 1 && traditional !== simplified;
    return isPair ? [[traditional, simplified]] : [];
  }),
);

/** Some simplified characters are simplified further. */
function simplest(character) {
  const next = variants.get(character);
  return next === undefined ? character : simplest(next);
}

const pairs = [...variants.keys()].sort().map((traditional) => [traditional, simplest(traditional)]);
const column = (index) => pairs.map((pair) => pair[index]).join('');

await writeFile(
  new URL('../src/text/analysis/chinese-variants.ts', import.meta.url),
  `// Written by scripts/write-chinese-variants.mjs from TSCharacters.txt of OpenCC 1.4.1, which is under the Apache License 2.0.

/** ${pairs.length} traditional characters. */
export const TRADITIONAL =
  '${column(0)}';

/** For each of them, the simplified one. */
export const SIMPLIFIED =
  '${column(1)}';
`,
);
