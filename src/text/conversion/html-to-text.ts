import { type Handler, Parser } from 'htmlparser2';
import { type Gap, TableRow, TextLayout } from './text-layout.js';

type Attributes = Readonly<Record<string, string>>;

/** Elements whose text a reader does not see. */
const UNREAD = elements(
  'script style template noscript title iframe object svg canvas audio video select datalist noframes noembed rp rt',
);
const PREFORMATTED = elements('pre listing xmp plaintext textarea');
const LISTS = elements('ul ol menu dir');
const PARAGRAPHS = elements(
  'p h1 h2 h3 h4 h5 h6 hgroup blockquote pre listing xmp hr table dl figure section article header footer main aside nav form fieldset address details',
);
const LINES = elements(
  'div dt dd tr caption figcaption legend summary center body html head option plaintext textarea button dialog search',
);

/** Elements that are separated from the text around them, and by what. */
const BLOCKS: ReadonlyMap<string, Gap> = new Map([
  ...Array.from(PARAGRAPHS, (name): [string, Gap] => [name, 'paragraph']),
  ...Array.from(LINES, (name): [string, Gap] => [name, 'line']),
]);

function elements(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/**
 * In tables nested deeper than this, cells are plain blocks. No page needs more, and each level copies the text of its
 * cells.
 */
const DEEPEST_TABLE = 8;

const INVISIBLE_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const SINGLE_CHARACTER = /^\s*\S\s*$/u;
const WHOLE_NUMBER = /^\s*-?\d{1,9}\s*$/;
const NOTHING: ReadonlySet<number> = new Set();

/**
 * The text of an HTML page as a reader sees it: without scripts, styles, comments and hidden elements. A blank line separates
 * paragraphs; list items and table rows have a line each. Never throws: any input is read as HTML, however broken. `leftOut` are
 * further elements that are not to be read, by their numbers among the opening tags, the first of which is 0.
 */
export function htmlToText(html: string, leftOut: ReadonlySet<number> = NOTHING): string {
  const reader = new HtmlReader(leftOut);
  const parser = new Parser(reader);
  parser.end(html);
  return reader.text();
}

/** Receives tags and text in the order of the page. The parser closes every element that it opens, innermost first. */
class HtmlReader implements Partial<Handler> {
  readonly #leftOut: ReadonlySet<number>;
  /** The number of the next opening tag. */
  #nextTag = 0;
  readonly #page = new TextLayout();
  /** Where text is written now: the page, or the innermost table cell. */
  #layout = this.#page;
  /** How many elements are open from the outermost unread one on; 0 outside of any. */
  #unread = 0;
  /** How many preformatted elements are open. */
  #preformatted = 0;
  /** HTML ignores a line break right after `<pre>`. */
  #atStartOfPre = false;
  /** A link has ended, and there was no text since. */
  #afterLink = false;
  /** The open lists. `next` is the number of the next item, null in a list without numbers. */
  readonly #lists: { next: number | null }[] = [];
  /** The open table rows; null for a row that is nested too deep to have cells. */
  readonly #rows: (TableRow | null)[] = [];
  /** How many heads of tables are open. */
  #tableHeads = 0;
  /** For each open cell, where text was written before it. */
  readonly #aroundCells: TextLayout[] = [];

  constructor(leftOut: ReadonlySet<number>) {
    this.#leftOut = leftOut;
  }

  onopentag(name: string, attributes: Attributes): void {
    const isLeftOut = this.#leftOut.has(this.#nextTag++);
    if (this.#unread > 0 || isLeftOut || isUnread(name, attributes)) {
      this.#unread++;
      return;
    }
    if (name === 'br') this.#layout.breakLine();
    else if (name === 'img') this.#describeImage(attributes.alt ?? '');
    else if (name === 'a') this.#openLink();
    else if (name === 'li') this.#layout.startItem(this.#nextMarker(attributes.value));
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell(name === 'th' || this.#tableHeads > 0);
    else if (name === 'thead') this.#tableHeads++;
    else if (LISTS.has(name)) this.#openList(name, attributes.start);
    else this.#openBlock(name);
  }

  onclosetag(name: string): void {
    if (this.#unread > 0) this.#unread--;
    else if (name === 'a') this.#afterLink = true;
    else if (name === 'li') this.#layout.endItem();
    else if (name === 'tr') this.#closeRow();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'thead') this.#tableHeads--;
    else if (LISTS.has(name)) this.#closeList();
    else this.#closeBlock(name);
  }

  ontext(text: string): void {
    if (this.#unread > 0) return;
    this.#afterLink = false;
    if (this.#preformatted === 0) this.#layout.flow(text);
    else this.#layout.preformatted(this.#atStartOfPre ? text.replace(/^\r?\n/, '') : text);
    this.#atStartOfPre = false;
  }

  text(): string {
    return this.#page.toString();
  }

  /** A picture stands beside the words around it, except one of a letter: the initial of a chapter is part of its word. */
  #describeImage(description: string): void {
    const isLetter = SINGLE_CHARACTER.test(description);
    if (!isLetter) this.#layout.partWords();
    this.#layout.flow(description);
    if (!isLetter) this.#layout.partWords();
  }

  /** Menus and tags are often links without a space between them. But a link may end within a word: `<a>boat</a>s`. */
  #openLink(): void {
    if (this.#afterLink) this.#layout.partWords();
  }

  #openBlock(name: string): void {
    const gap = BLOCKS.get(name);
    if (gap !== undefined) this.#layout.startBlock(gap);
    if (!PREFORMATTED.has(name)) return;
    this.#preformatted++;
    this.#atStartOfPre = true;
  }

  #closeBlock(name: string): void {
    const gap = BLOCKS.get(name);
    if (gap !== undefined) this.#layout.startBlock(gap);
    if (PREFORMATTED.has(name)) this.#preformatted--;
  }

  #openList(name: string, start: string | undefined): void {
    this.#lists.push({ next: name === 'ol' ? wholeNumber(start, 1) : null });
    this.#layout.openList();
  }

  #closeList(): void {
    this.#lists.pop();
    this.#layout.closeList();
  }

  #nextMarker(value: string | undefined): string {
    const list = this.#lists.at(-1);
    if (list === undefined || list.next === null) return '- ';
    const number = wholeNumber(value, list.next);
    list.next = number + 1;
    return `${number}. `;
  }

  #openRow(): void {
    this.#layout.startBlock('line');
    this.#rows.push(this.#rows.length < DEEPEST_TABLE ? new TableRow() : null);
  }

  #closeRow(): void {
    this.#rows.pop()?.writeTo(this.#layout);
    this.#layout.startBlock('line');
  }

  #openCell(isHeading: boolean): void {
    this.#aroundCells.push(this.#layout);
    const row = this.#rows.at(-1) ?? null;
    if (row === null) this.#layout.startBlock('line');
    else this.#layout = row.startCell(isHeading);
  }

  #closeCell(): void {
    this.#layout = this.#aroundCells.pop() ?? this.#page;
    if ((this.#rows.at(-1) ?? null) === null) this.#layout.startBlock('line');
  }
}

function isUnread(name: string, attributes: Attributes): boolean {
  if (UNREAD.has(name)) return true;
  if (Object.hasOwn(attributes, 'hidden')) return attributes.hidden !== 'until-found';
  return attributes.style !== undefined && INVISIBLE_STYLE.test(attributes.style);
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && WHOLE_NUMBER.test(text) ? Number(text) : otherwise;
}
