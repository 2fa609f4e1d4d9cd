import type { Language } from '../../domain/document/language.js';
import type { Sentiment, SentimentShares } from '../../domain/search/confidence.js';
import { sentencesOf } from '../../text/sentences/sentences.js';
import { Turns } from '../../threads/turns.js';
import type { OperationContext } from '../context.js';

interface ShortText {
  text: string;
  language: Language;
}

/** Reviews with more sentences praise and criticise many things and still have a clear verdict. They would also take long to read. */
const MOST_SENTENCES = 8;
/** The least share (0–1) of a text that both praise and complaint must have. */
const MIN_SHARE = 0.15;
/** The least that the smaller of the two may be, as a fraction (0–1) of the larger: below it is a side remark. */
const MIN_BALANCE = 0.4;

/**
 * For each text whether some of its sentences praise as much as others complain. Read as a whole, such a text is mostly called what its
 * last sentence is, and with more confidence than either side deserves.
 */
export async function haveOpposedSentences(
  texts: readonly ShortText[],
  { sentiment }: Pick<OperationContext, 'sentiment'>,
): Promise<boolean[]> {
  const sentences: string[][] = [];
  const turns = new Turns();
  for (const { text, language } of texts) {
    if (turns.isOver) await turns.next();
    const found = sentencesOf(text, language);
    const isCompared = found.length > 1 && found.length <= MOST_SENTENCES;
    sentences.push(isCompared ? found.map(({ start, end }) => text.slice(start, end)) : []);
  }
  const readings = await sentiment.read(sentences.flat());
  let next = 0;
  return sentences.map((ofText) => {
    const from = next;
    next += ofText.length;
    return areOpposed(ofText, readings.slice(from, next));
  });
}

function areOpposed(sentences: readonly string[], readings: readonly SentimentShares[]): boolean {
  const total = sentences.reduce((sum, { length }) => sum + length, 0);
  const share = (sentiment: Sentiment) =>
    readings.reduce((sum, reading, i) => sum + reading[sentiment] * sentences[i].length, 0) / total;
  if (total === 0) return false;
  const [less, more] = [share('positive'), share('negative')].sort((a, b) => a - b);
  return less >= MIN_SHARE && less >= MIN_BALANCE * more;
}
