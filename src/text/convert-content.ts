import type { ContentType } from '../domain/document.js';
import { htmlToText } from './html-to-text.js';
import { markdownToText } from './markdown-to-text.js';

const LINE_ENDS = /\r\n?/g;

const CONVERSIONS: Record<ContentType, (content: string) => string> = {
  plaintext: (content) => content.replace(LINE_ENDS, '\n'),
  html: htmlToText,
  markdown: markdownToText,
};

/** The plain text that a document's content is stored and indexed as. */
export function toPlainText(content: string, contentType: ContentType): string {
  return CONVERSIONS[contentType](content);
}
