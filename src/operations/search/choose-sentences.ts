import type { Language } from '../../domain/document/language.js';
import type { Embedding, TextToEmbed } from '../../inference/embedder.js';
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

/** Whoever else waits for the encoder comes next after so many contents: some tens of milliseconds. */
const CONTENTS_AT_ONCE = 10;

/** The sentences of each content, those nearest to the query in meaning first. They are embedded ahead of any import. */
export async function chooseSentences(
  contents: readonly SentencesToChooseFrom[],
  query: Float32Array,
  { embedder }: Pick<OperationContext, 'embedder'>,
): Promise<TextRange[][]> {
  const chosen: TextRange[][] = [];
  for (let start = 0; start < contents.length; start += CONTENTS_AT_ONCE) {
    const some = contents.slice(start, start + CONTENTS_AT_ONCE);
    // A search must not fail for the beauty of its excerpts: where the encoder can't do it now, sentences stay as they stand.
    const embeddings = await embedder.embed(some.flatMap(textsOf)).catch(() => null);
    if (embeddings === null) return contents.map(({ sentences }, i) => chosen[i] ?? [...sentences]);
    chosen.push(...nearestFirst(some, embeddings, query));
  }
  return chosen;
}

/** The embeddings are those of all sentences, one after the other. */
function nearestFirst(
  contents: readonly SentencesToChooseFrom[],
  embeddings: readonly Embedding[],
  query: Float32Array,
): TextRange[][] {
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
