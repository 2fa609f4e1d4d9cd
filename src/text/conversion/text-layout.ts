/** Deeper lists stop moving to the right, or a hostile nest of them would make a page of spaces. */
const DEEPEST_INDENT = 8;

const WHITE_SPACE = /[ \t\n\f\r\u00a0]+/g;
const NO_BREAK_SPACE = /\u00a0/g;

/** How far two blocks are apart: on lines of their own, or with a blank line between them. */
export type Gap = 'line' | 'paragraph';

/**
 * Lays running text out in lines. Breaks and spaces are only remembered, and written when more text follows: so none
 * are doubled and none are left over at the end.
 */
export class TextLayout {
  readonly #parts: string[] = [];
  #pendingLines = 0;
  #pendingSpace = false;
  #marker = '';
  #listDepth = 0;

  /** Text in which any white space is one space. */
  flow(text: string): void {
    const collapsed = text.replace(WHITE_SPACE, ' ');
    const words = collapsed.trim();
    if (collapsed.startsWith(' ')) this.#pendingSpace = true;
    if (words === '') return;
    this.#write(words);
    this.#pendingSpace = collapsed.endsWith(' ');
  }

  /** Text in which white space means what it says. */
  preformatted(text: string): void {
    if (text !== '') this.#write(text.replace(NO_BREAK_SPACE, ' '));
  }

  startBlock(gap: Gap): void {
    // Inside a list blank lines would tear the items apart.
    const lines = gap === 'paragraph' && this.#listDepth === 0 ? 2 : 1;
    this.#pendingLines = Math.max(this.#pendingLines, lines);
    this.#pendingSpace = false;
  }

  /** Ends the line; twice leaves a blank line, more often changes nothing. */
  breakLine(): void {
    this.#pendingLines = Math.min(this.#pendingLines + 1, 2);
    this.#pendingSpace = false;
  }

  openList(): void {
    this.startBlock('paragraph');
    this.#listDepth++;
  }

  closeList(): void {
    this.#listDepth--;
    this.#marker = '';
    this.startBlock('paragraph');
  }

  /** Starts an item, whose marker is written once it turns out to hold text. */
  startItem(marker: string): void {
    this.startBlock('line');
    this.#marker = marker;
  }

  endItem(): void {
    this.#marker = '';
    this.startBlock('line');
  }

  toString(): string {
    return this.#parts.join('').replace(/^\n+/, '').trimEnd();
  }

  #write(text: string): void {
    if (this.#pendingLines > 0) this.#endLine();
    if (this.#parts.length === 0 || this.#pendingLines > 0) this.#parts.push(this.#lineStart());
    else if (this.#pendingSpace) this.#parts.push(' ');
    this.#parts.push(text);
    this.#pendingLines = 0;
    this.#pendingSpace = false;
  }

  /** Breaks the line as often as remembered, counting from the last text: preformatted text may end in breaks itself. */
  #endLine(): void {
    while (this.#parts.length > 0 && this.#parts[this.#parts.length - 1].trimEnd() === '') this.#parts.pop();
    if (this.#parts.length === 0) return;
    this.#parts.push(`${this.#parts.pop()?.trimEnd()}${'\n'.repeat(this.#pendingLines)}`);
  }

  #lineStart(): string {
    const depth = Math.min(this.#marker === '' ? this.#listDepth : this.#listDepth - 1, DEEPEST_INDENT);
    const start = '  '.repeat(Math.max(depth, 0)) + this.#marker;
    this.#marker = '';
    return start;
  }
}
