import MarkdownIt from 'markdown-it';
import { htmlToText } from './html-to-text.js';

/** CommonMark with tables and strikethrough; HTML inside is let through, since it is reduced to text afterwards anyway. */
const markdownIt = new MarkdownIt({ html: true });

/** A block between two lines of dashes at the very top, which begins with a key: settings of a site generator. */
const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?=[ \t]*[\w-]+[ \t]*:)/;
const FRONT_MATTER_END = /^(?:---|\.\.\.)[ \t]*$/m;

/** The text of a Markdown document as a reader of its rendered form sees it: links are their text, markers are gone. */
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
