import { NO_LANGUAGE_MODEL } from '../../domain/search/generation.js';
import { centralSentences } from '../../inference/extractive/central-sentences.js';
import type { DividedSentence } from '../../text/summaries/divide-sentences.js';
import type { OperationContext } from '../context.js';
import { SENTENCES, type Summary, type SummaryTask } from './summary.js';

/** Embedding more takes longer than they are worth: what a text says, it says at the beginning of its passages. */
const MOST_EMBEDDED = 64;
/** What a long sentence is about is clear by then, in UTF-16 units. */
const LONGEST_READ = 600;

/** The sentences of a document that say most of what it says, word for word and in its order; its title without any. */
export async function extractSummary(
  { document, length }: SummaryTask,
  { divideSentences, embedder }: Pick<OperationContext, 'divideSentences' | 'embedder'>,
): Promise<Summary> {
  const { title, content, language } = document;
  const sentences = await divideSentences({ content: content ?? '', language });
  const candidates = foremost(sentences, MOST_EMBEDDED);
  const texts = candidates.map(({ start, end }) => (content ?? '').slice(start, end));
  const embeddings = await embedder.embed(
    texts.map((text) => ({ text: text.slice(0, LONGEST_READ), language, kind: 'sentence' })),
  );
  const chosen = centralSentences(
    embeddings.map(({ vector }) => vector),
    SENTENCES[length],
  );
  return {
    summary:
      joined(
        chosen.map((index) => candidates[index]),
        content ?? '',
      ) || title,
    stopReason: 'end_turn',
    semanticTokens: embeddings.reduce((sum, { tokens }) => sum + tokens, 0),
    usage: NO_LANGUAGE_MODEL,
  };
}

/** A sentence that ends without a sign is a line of its own: a heading, an item of a list, a row of a table. */
const ENDED = /[.!?…。！？؟۔।]["'’”»)）」』]?$/u;

/** Sentences as the text parts them: its script may have no spaces, and lines stay lines. */
function joined(sentences: readonly DividedSentence[], content: string): string {
  const parts = sentences.map(({ start, end }, i) => {
    const sentence = content.slice(start, end);
    if (i === sentences.length - 1) return sentence;
    const next = content.charAt(end);
    if (next === '\n' && !ENDED.test(sentence)) return `${sentence}\n`;
    return next.trim() === '' ? `${sentence} ` : sentence;
  });
  return parts.join('');
}

/**
 * The first sentence of every passage, then the second of each, until there are enough; of too many passages, every so
 * many. In the order of the text.
 */
function foremost(sentences: readonly DividedSentence[], count: number): DividedSentence[] {
  if (sentences.length <= count) return [...sentences];
  const passages = new Map<number, DividedSentence[]>();
  for (const sentence of sentences) {
    passages.set(sentence.passage, [...(passages.get(sentence.passage) ?? []), sentence]);
  }
  const ranked = [...passages.values()]
    .flatMap((inPassage) => inPassage.map((sentence, place) => ({ sentence, place })))
    .sort((a, b) => a.place - b.place || a.sentence.start - b.sentence.start);
  const firsts = passages.size > count ? everySoMany(ranked.slice(0, passages.size), count) : ranked.slice(0, count);
  return firsts.map(({ sentence }) => sentence).sort((a, b) => a.start - b.start);
}

function everySoMany<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]);
}
