import { decodeText } from '../decode-text.js';
import { newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';

export const readText: Reader = function* ({ bytes }, { encoding }) {
  yield { document: newDocument({ content: decodeText(bytes, encoding).trim() }) };
};
