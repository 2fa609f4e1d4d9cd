import type { ContentType } from '../domain/document.js';
import { toPlainText } from '../text/convert-content.js';

export interface Conversion {
  content: string;
  contentType: ContentType;
}

export default function convert({ content, contentType }: Conversion): string {
  return toPlainText(content, contentType);
}
