import MarkdownIt from 'markdown-it';
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

/** CommonMark with tables and strikethrough. HTML inside is let through, because the result is converted from HTML to text. */
const markdownIt = new MarkdownIt({ html: true });

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
