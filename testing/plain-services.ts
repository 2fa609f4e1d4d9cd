import type { Embedder, TextToEmbed } from '../src/inference/embedder.js';
import type { AnswerModel } from '../src/inference/extractive/answer-model.js';
import { compareTopics } from '../src/inference/extractive/compare-topics.js';
import type { PassageReader } from '../src/inference/reader.js';
import { CommonTopics } from '../src/operations/analysis/common-topics.js';
import type { OperationServices } from '../src/operations/context.js';
import { SearchRules } from '../src/operations/rules/search-rules.js';
import type { RuleStorage } from '../src/storage/storage.js';
import { findSentences } from '../src/text/answers/find-sentences.js';
import { makeExcerpts } from '../src/text/excerpts/make-excerpts.js';
import { splitIntoPassages } from '../src/text/passages/passages.js';
import { divideSentences } from '../src/text/summaries/divide-sentences.js';

/** An encoder for tests: a word is a token, and the first number of a vector tells how many there are. */
export class WordCountingEmbedder implements Embedder {
  readonly dimensions = 2;
  /** Every text that was embedded. */
  readonly embedded: string[] = [];

  constructor(readonly space = 'word-counts') {}

  async embed(texts: readonly TextToEmbed[]) {
    this.embedded.push(...texts.map(({ text }) => text));
    const counts = await this.countTokens(texts);
    return counts.map((tokens) => ({ vector: Float32Array.of(tokens, 100), tokens }));
  }

  async countTokens(texts: readonly TextToEmbed[]): Promise<number[]> {
    return texts.map(({ text }) => text.split(/\s+/).length);
  }

  async close(): Promise<void> {}
}

/** For searches that nobody has said anything about. */
export function noRules(): SearchRules {
  const none: RuleStorage<never> = {
    get: async () => null,
    count: async () => 0,
    async *all() {},
    write: async () => {
      throw new Error('There are no rules to write.');
    },
    revision: async () => '0',
  };
  return new SearchRules(none, none);
}

/** Takes the first words of every passage for the answer. */
const FIRST_WORDS: PassageReader = {
  atOnce: 1,
  load: async () => {},
  read: async () => ({ answerable: 0, spans: [{ start: 0, end: 1, share: 1 }] }),
  close: async () => {},
};

/** The best document's first words are the answer. */
const BY_DOCUMENT: AnswerModel = {
  sentence: { answerable: 1, share: 1, document: 1, passage: 1 },
  answer: { document: 1, passage: 1, bias: 0 },
  enough: 0,
  threshold: 0.5,
  thresholdOverLanguages: 0.5,
  levels: { medium: 0.6, high: 0.7, very_high: 0.8 },
  sure: 1,
  hopeless: 0,
};

/** What operations work with, for tests: everything is done at once, without threads and models. */
export function plainServices(embedder: Embedder = new WordCountingEmbedder()): OperationServices {
  return {
    convert: async (content) => content,
    split: async (texts) => texts.map(({ content, language }) => splitIntoPassages(content, language)),
    excerpts: async (request) => makeExcerpts(request),
    sentences: async (request) => findSentences(request),
    divideSentences: async (request) => divideSentences(request),
    compareTopics: async (comparison) => compareTopics(comparison),
    embedder,
    nextEmbedder: null,
    scale: { middle: 0.35, steepness: 12 },
    commonTopics: new CommonTopics(embedder),
    queryTimeLimit: 10_000,
    languageModels: { instructions: null, writing: null },
    reader: FIRST_WORDS,
    readingTime: 300,
    answerModels: { english: BY_DOCUMENT, multilingual: BY_DOCUMENT },
    sentiment: {
      read: async (texts) => texts.map(() => ({ negative: 0, neutral: 1, positive: 0 })),
      close: async () => {},
    },
  };
}
