import { decodeText } from '../decode-text.js';
import { newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { titleOfText } from './text-title.js';

export const readText: Reader = function* ({ name, bytes }, { encoding }) {
  const content = decodeText(bytes, encoding).trim();
  yield { document: newDocument({ title: titleOfText(content, name), content }) };
};
