/** Values of a block of settings at the top of a Markdown file; lists as arrays. Keys are in lower case. */
export type FrontMatter = ReadonlyMap<string, string | readonly string[]>;

const BLOCK = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const PAIR = /^([\w-]+)[ \t]*:[ \t]*(.*)$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;
/** Longer blocks are not settings. */
const MAX_LENGTH = 20_000;

/**
 * Reads the part of YAML that front matter uses: `key: value`, `key: [a, b]` and lists of `- item`. Everything else, such as
 * nested objects, is skipped: front matter fills fields where it can and never makes a file fail.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const block = BLOCK.exec(markdown.slice(0, MAX_LENGTH))?.[1] ?? '';
  const values = new Map<string, string | string[]>();
  let openList: string[] | null = null;
  for (const line of block.split('\n')) {
    const item = ITEM.exec(line);
    const pair = PAIR.exec(line);
    if (item !== null) openList?.push(unquote(item[1]));
    else if (pair !== null) {
      const [, key, written] = pair;
      openList = written.trim() === '' ? [] : null;
      values.set(key.toLowerCase(), openList ?? readValue(written.trim()));
    }
  }
  return values;
}

function readValue(written: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(written);
  if (list === null) return unquote(written);
  return list[1]
    .split(',')
    .map(unquote)
    .filter((item) => item !== '');
}

function unquote(written: string): string {
  const text = written.trim();
  const quoted = /^(["'])(.*)\1$/.exec(text);
  return quoted === null ? text.replace(/\s+#.*$/, '') : quoted[2];
}
