/** Values of a block of settings at the top of a Markdown file, by their keys in lower case. */
export type FrontMatter = ReadonlyMap<string, Setting>;

export interface Setting {
  /** The key as it is written. */
  name: string;
  value: Plain | Map<string, Plain>;
}

/** A value, or a list of them. */
export type Plain = Scalar | Scalar[];

export interface Scalar {
  text: string;
  /** `"10"` is a text, 10 a number. */
  isQuoted: boolean;
}

const BLOCK = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const PAIR = /^([\w-]+)[ \t]*:[ \t]*(.*)$/;
const ITEM = /^[ \t]*-[ \t]+(.*)$/;
/** The beginnings of objects, and of texts, lists and objects that go on in the next lines. */
const BEYOND_ONE_LINE = /^(?:[{&*!]|[|>][-+\d]*$|\[[^\]]*$)/;
/** A key of an object. */
const INNER_PAIR = /^([ \t]+)([\w-]+)[ \t]*:(?:[ \t]+(.*))?$/;
const LIST = /^\[(.*)\](?:[ \t]+#.*)?$/;
const OBJECT_ITEM = /^[\w-]+:(?:[ \t]|$)/;
/** Begins where white space begins: tried from each of its places, a long run would take quadratic time. */
const REMARK = /(?<!\s)\s+#.*$/;
/** Longer blocks are not settings. */
const MAX_LENGTH = 20_000;

/**
 * Reads the part of YAML that front matter uses: `key: value`, `key: [a, b]`, lists of `- item`, and objects of these. Everything else, such
 * as objects in objects, is skipped: front matter fills fields where it can and never makes a file fail.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const block = BLOCK.exec(markdown.slice(0, MAX_LENGTH))?.[1] ?? '';
  const settings = new Map<string, Setting>();
  let open: OpenSetting | null = null;
  for (const line of block.split('\n')) {
    const item = ITEM.exec(line);
    const pair = PAIR.exec(line);
    const inner = INNER_PAIR.exec(line);
    if (item !== null) open?.addItem(item[1]);
    else if (inner !== null) open?.addPair(inner);
    else if (pair !== null) {
      const [, name, written] = pair;
      const text = written.trim();
      open = text === '' ? new OpenSetting(name) : null;
      if (open !== null) settings.set(name.toLowerCase(), open);
      else if (!BEYOND_ONE_LINE.test(text)) settings.set(name.toLowerCase(), { name, value: readValue(text) });
    }
  }
  return settings;
}

/** A key with nothing after it: what it holds is in the lines below. */
class OpenSetting implements Setting {
  readonly name: string;
  value: Scalar[] | Map<string, Plain>;
  /** That of the keys of an object. */
  #indent: string | null = null;
  /** The list that items belong to; null where they are in an object that is not read. */
  #list: Scalar[] | null;

  constructor(name: string) {
    this.name = name;
    this.#list = this.value = [];
  }

  addItem(written: string): void {
    // What is indented below an item belongs to the item.
    if (this.#list === this.value) this.#indent = '';
    if (!OBJECT_ITEM.test(written)) this.#list?.push(readScalar(written));
  }

  addPair([, indent, name, written = '']: RegExpExecArray): void {
    this.#indent ??= indent;
    this.#list = null;
    if (indent !== this.#indent) return;
    const text = written.trim();
    if (Array.isArray(this.value)) this.value = new Map();
    if (text === '') this.#list = [];
    if (!BEYOND_ONE_LINE.test(text)) this.value.set(name, this.#list ?? readValue(text));
  }
}

function readValue(written: string): Plain {
  const list = LIST.exec(written);
  if (list === null) return readScalar(written);
  return list[1]
    .split(',')
    .map(readScalar)
    .filter(({ text }) => text !== '');
}

function readScalar(written: string): Scalar {
  return { text: unquote(written), isQuoted: /^\s*["']/.test(written) };
}

function unquote(written: string): string {
  const text = written.trim();
  const quoted = /^(["'])(.*)\1$/.exec(text);
  return quoted === null ? text.replace(REMARK, '') : quoted[2];
}
