import { splitIntoPassages } from '../../text/passages/passages.js';
import type { TextRange } from '../../text/text-range.js';
import type { TextToSplit } from './passage-splitter.js';

export default function split(texts: readonly TextToSplit[]): TextRange[][] {
  return texts.map(({ content, language }) => splitIntoPassages(content, language));
}
