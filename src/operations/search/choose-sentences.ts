import type { Language } from '../../domain/language.js';
import type { TextToEmbed } from '../../inference/embedder.js';
import type { TextRange } from '../../text/text-range.js';
import type { OperationContext } from '../context.js';

/** A content some of whose sentences are to be shown. */
export interface SentencesToChooseFrom {
  content: string;
  language: Language;
  sentences: readonly TextRange[];
}

/** What a long sentence is about is clear by then, in UTF-16 units. */
const LONGEST_READ = 300;

/**
 * The sentences of each content, those nearest to the query in meaning first. All are embedded together, ahead of any
 * import. Null where the encoder can't do it now: a search must not fail for the beauty of its excerpts.
 */
export async function chooseSentences(
  contents: readonly SentencesToChooseFrom[],
  query: Float32Array,
  { embedder }: Pick<OperationContext, 'embedder'>,
): Promise<TextRange[][] | null> {
  const embeddings = await embedder.embed(contents.flatMap(textsOf)).catch(() => null);
  if (embeddings === null) return null;
  let next = 0;
  return contents.map(({ sentences }) => {
    const scored = sentences.map((sentence) => ({ sentence, nearness: dot(query, embeddings[next++].vector) }));
    return scored.sort((a, b) => b.nearness - a.nearness).map(({ sentence }) => sentence);
  });
}

function textsOf({ content, language, sentences }: SentencesToChooseFrom): TextToEmbed[] {
  return sentences.map(({ start, end }) => ({
    text: content.slice(start, Math.min(end, start + LONGEST_READ)),
    language,
    kind: 'sentence',
  }));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
