import type { ContentType } from '../../domain/document/document.js';
import { htmlToText } from './html-to-text.js';
import { markdownToText } from './markdown-to-text.js';

const CONVERSIONS: Record<ContentType, (content: string) => string> = {
  plaintext: (content) => content,
  html: htmlToText,
  markdown: markdownToText,
};

/** The plain text that a document's content is stored and indexed as. */
export function toPlainText(content: string, contentType: ContentType): string {
  return CONVERSIONS[contentType](content);
}
