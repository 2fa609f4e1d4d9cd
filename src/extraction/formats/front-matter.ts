/** Values of a block of settings at the top of a Markdown file, by their keys in lower case. */
export type FrontMatter = ReadonlyMap<string, Setting>;

export interface Setting {
  /** The key as it is written. */
  name: string;
  value: string | readonly string[];
  /** `"10"` is a text, 10 a number. */
  isQuoted: boolean;
}

const BLOCK = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const PAIR = /^([\w-]+)[ \t]*:[ \t]*(.*)$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;
/** The beginnings of objects, and of texts and objects that go on in the next lines. */
const BEYOND_ONE_LINE = /^(?:[{&*!]|[|>][-+\d]*$)/;
/** A key of an object. The list below it is not that of the object's own key. */
const INNER_KEY = /^[ \t]+[\w-]+[ \t]*:(?:[ \t]|$)/;
const OBJECT_ITEM = /^[\w-]+:(?:[ \t]|$)/;
/** Begins where white space begins: tried from each of its places, a long run would take quadratic time. */
const REMARK = /(?<!\s)\s+#.*$/;
/** Longer blocks are not settings. */
const MAX_LENGTH = 20_000;

/**
 * Reads the part of YAML that front matter uses: `key: value`, `key: [a, b]` and lists of `- item`. Everything else, such as
 * nested objects, is skipped: front matter fills fields where it can and never makes a file fail.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const block = BLOCK.exec(markdown.slice(0, MAX_LENGTH))?.[1] ?? '';
  const settings = new Map<string, Setting>();
  let openList: string[] | null = null;
  for (const line of block.split('\n')) {
    const item = ITEM.exec(line);
    const pair = PAIR.exec(line);
    if (item !== null) {
      if (!OBJECT_ITEM.test(item[1])) openList?.push(unquote(item[1]));
    } else if (pair !== null) {
      const [, name, written] = pair;
      const text = written.trim();
      openList = text === '' ? [] : null;
      if (BEYOND_ONE_LINE.test(text)) continue;
      settings.set(name.toLowerCase(), { name, value: openList ?? readValue(text), isQuoted: /^["']/.test(text) });
    } else if (INNER_KEY.test(line)) openList = null;
  }
  return settings;
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
  return quoted === null ? text.replace(REMARK, '') : quoted[2];
}
