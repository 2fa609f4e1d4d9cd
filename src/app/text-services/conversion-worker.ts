import type { ContentType } from '../../domain/document/document.js';
import { toPlainText } from '../../text/conversion/convert-content.js';
import { serveCalls } from '../../threads/callable-thread.js';

/** Apart from the other work on texts: here the parsers of foreign formats run, and their thread may be killed. */
const methods = {
  convert: ({ content, contentType }: { content: string; contentType: ContentType }) =>
    toPlainText(content, contentType),
};

export type ConversionMethods = typeof methods;

serveCalls(methods);
