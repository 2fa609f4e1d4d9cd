import { expect, it } from 'vitest';
import type { Document } from '../../domain/document/document.js';
import type { Embedder } from '../../inference/embedder.js';
import type { DividedSentence } from '../../text/summaries/divide-sentences.js';
import { extractSummary, type SummaryTask } from './summarize-document.js';

it('takes the first sentences of a passage, of however many', async () => {
  const sentences = Array.from({ length: 400_000 }, (_, i): DividedSentence => {
    return { start: 2 * i, end: 2 * i + 1, text: `${i}`, passage: 0, needs: [] };
  });
  const read: string[] = [];
  const embedder = {
    embed: async (texts: readonly { text: string }[]) => {
      read.push(...texts.map(({ text }) => text));
      return texts.map(() => ({ vector: Float32Array.of(1, 0), tokens: 1 }));
    },
  } as Partial<Embedder> as Embedder;
  const document = { title: 'Signs', content: '', language: 'en' } as Document;
  await extractSummary({ document, length: 'short' } as SummaryTask, {
    divideSentences: async () => sentences,
    embedder,
    scale: { middle: 0.5, steepness: 10 },
  });
  expect(read).toEqual(Array.from({ length: 64 }, (_, i) => `${i}`));
});
