import MarkdownIt, { type StateBlock, type StateInline } from 'markdown-it';
import type { ContentType } from '../../domain/document/document.js';
import { htmlToText } from './html-to-text.js';

const CONVERSIONS: Record<ContentType, (content: string) => string> = {
  plaintext: (content) => content,
  html: htmlToText,
  markdown: markdownToText,
};

/** The plain text that a document's content is stored and indexed as. */
export function toPlainText(content: string, contentType: ContentType): string {
  return CONVERSIONS[contentType](content);
}

/** The length of a name is bounded, and it has no brackets: many marks that are not closed would take quadratic time. */
const FOOTNOTE = /^\[\^([^\][\s]{1,100})\]:[ \t]*/;
const FOOTNOTE_MARK = /\[\^([^\][\s]{1,100})\]/y;
/** From there on a line is code. */
const CODE_INDENT = 4;

/** CommonMark with tables and strikethrough. HTML inside is let through, because the result is converted from HTML to text. */
const markdownIt = new MarkdownIt({ html: true });
// CommonMark has no footnotes: it takes notes of one word for the targets of links, and shows nothing of them.
markdownIt.block.ruler.before('reference', 'footnote', readFootnote, { alt: ['paragraph'] });
markdownIt.inline.ruler.before('link', 'footnote_mark', readFootnoteMark);
markdownIt.inline.ruler.before('newline', 'signature_mark', endSignatureMark);

/** `[^1]: A note` is a paragraph that begins with `[1]`. */
function readFootnote(state: StateBlock, line: number, _lastLine: number, silent: boolean): boolean {
  if (state.sCount[line] - state.blkIndent >= CODE_INDENT) return false;
  const written = state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
  const mark = FOOTNOTE.exec(written);
  if (mark === null) return false;
  if (silent) return true;
  state.line = line + 1;
  state.push('paragraph_open', 'p', 1);
  const note = state.push('inline', '', 0);
  note.content = `[^${mark[1]}] ${written.slice(mark[0].length)}`.trimEnd();
  note.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** `[^1]` in a text is shown as `[1]`. */
function readFootnoteMark(state: StateInline, silent: boolean): boolean {
  FOOTNOTE_MARK.lastIndex = state.pos;
  const mark = FOOTNOTE_MARK.exec(state.src);
  if (mark === null) return false;
  if (!silent) state.push('text', '', 0).content = `[${mark[1]}]`;
  state.pos += mark[0].length;
  return true;
}

const NEWLINE = 10;
const SIGNATURE_MARK = /^-- ?$/;
const LONGEST_SIGNATURE_MARK = 3;

/** Below two dashes a message is signed. They mean that only on a line of their own, and in Markdown lines are joined. */
function endSignatureMark(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== NEWLINE || state.pos > LONGEST_SIGNATURE_MARK) return false;
  if (!SIGNATURE_MARK.test(state.src.slice(0, state.pos))) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos++;
  return true;
}

/** Settings of a site generator: a block between two lines of dashes at the very top that begins with a key. */
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?=[ \t]*[\w-]+[ \t]*:)/;
const FRONT_MATTER_END = /^(?:---|\.\.\.)[ \t]*$/m;

/** The text of a Markdown document as a reader of the rendered page sees it: of links the text, no markup. */
export function markdownToText(markdown: string): string {
  return htmlToText(markdownIt.render(withoutFrontMatter(markdown)));
}

function withoutFrontMatter(markdown: string): string {
  const start = FRONT_MATTER.exec(markdown);
  if (start === null) return markdown;
  const rest = markdown.slice(start[0].length);
  const end = FRONT_MATTER_END.exec(rest);
  return end === null ? markdown : rest.slice(end.index + end[0].length);
}
