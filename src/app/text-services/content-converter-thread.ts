import type { ContentType } from '../../domain/document/document.js';
import { toPlainText } from '../../text/conversion/convert-content.js';

export interface Conversion {
  content: string;
  contentType: ContentType;
}

export default function convert({ content, contentType }: Conversion): string {
  return toPlainText(content, contentType);
}
