import { join } from 'node:path';
import { underTitle } from '../../src/domain/document/vectors.js';
import type { Embedder } from '../../src/inference/embedder.js';
import type { SentenceFeatures } from '../../src/inference/extractive/choose-answer.js';
import { nearnessOf, sentenceText } from '../../src/operations/answers/extract-answer.js';
import {
  findSentences,
  type PassageToRead,
  type ReadPassage,
  readPassage,
} from '../../src/text/answers/find-sentences.js';
import { splitIntoPassages } from '../../src/text/passages/passages.js';
import { queryParts } from '../../src/text/query/query-parts.js';
import { documentId, EmbeddedCorpus } from './embedded-corpus.js';
import { readJsonLines } from './json-lines.js';
import type { RetrievalText } from './retrieval-set.js';

/** A question with the sentences that could answer it. */
export interface AskedQuestion {
  text: string;
  answerable: boolean;
  /** Title of the best document. Cross-validation keeps questions on one subject in one fold. */
  subject: string;
  candidates: Candidate[];
}

interface Candidate {
  document: string;
  text: string;
  features: SentenceFeatures;
  /** Whether it has one of the answers in it. */
  holds: boolean;
}

interface QuestionRow {
  id: string;
  text: string;
  answers: string[];
  answerable?: boolean;
}

interface Setting {
  embedder: Embedder;
  scale: { middle: number; steepness: number };
  /** Asks only every n-th question. */
  every?: number;
}

const CUTOFF = 50;
const PASSAGES = 10;

/**
 * Asks every question of a set over its whole corpus, as generate-answer does. Questions and corpus may be in different languages;
 * the expected answers are in the language of the corpus.
 */
export async function askQuestions(
  folders: { corpus: string; queries: string },
  languages: { corpus: string; queries: string },
  { embedder, scale, every = 1 }: Setting,
): Promise<AskedQuestion[]> {
  const texts = readJsonLines<RetrievalText>(join(folders.corpus, 'corpus.jsonl.gz'));
  const corpus = new EmbeddedCorpus(embedder, languages.corpus);
  await corpus.add(texts, () => undefined);
  const byId = new Map(texts.map((text) => [documentId(text.id), text]));
  const same = languages.corpus === languages.queries;
  const answers = new Map(
    readJsonLines<QuestionRow>(join(folders.corpus, 'queries.jsonl.gz')).map((row) => [row.id, row.answers]),
  );
  const rows = readJsonLines<QuestionRow>(join(folders.queries, 'queries.jsonl.gz'))
    .filter((_, i) => i % every === 0)
    .map((row) => ({ ...row, answers: answers.get(row.id) ?? [] }));
  const queryVectors = await embedder.embed(
    rows.map(({ text }) => ({ text, language: same ? languages.queries : null, kind: 'query' })),
  );
  const asked: AskedQuestion[] = [];
  const read = new Map<string, ReadPassage>();
  // Many questions share a passage.
  const readOnce = (passage: PassageToRead): ReadPassage => {
    const known = read.get(passage.text) ?? readPassage(passage);
    read.set(passage.text, known);
    return known;
  };
  for (const [i, row] of rows.entries()) {
    const { vector } = queryVectors[i];
    const words = same
      ? { language: languages.queries, parts: queryParts(row.text), typos: 'forgiven' as const }
      : null;
    const semantic = { vector, space: embedder.space, cutoff: CUTOFF, scale };
    const { hits } = corpus.find({ kind: 'search', words, semantic, semanticShare: 0.5 }, PASSAGES);
    const passages = await passagesOf(hits, vector);
    asked.push({
      text: row.text,
      answerable: row.answerable ?? true,
      subject: passages[0]?.title ?? '',
      candidates: await candidatesOf(row, passages, vector),
    });
  }
  return asked;

  async function passagesOf(hits: readonly { id: string; score: number | null }[], query: Float32Array) {
    const found = hits.flatMap(({ id, score }) => {
      const { title, text } = byId.get(id)!;
      return splitIntoPassages(text, languages.corpus).map(({ start, end }) => ({
        id,
        title,
        text: text.slice(start, end),
        language: languages.corpus,
        documentScore: (score ?? 0) / 100,
      }));
    });
    const vectors = await embedder.embed(
      found.map(({ title, text }) => ({ text: underTitle(title, text), language: languages.corpus, kind: 'passage' })),
    );
    const nearness = vectors.map(({ vector }) => nearnessOf(query, vector, scale));
    const order = found.map((passage, i) => ({ ...passage, nearness: nearness[i] }));
    const score = (near: number) => 1 / (1 + Math.exp(-near));
    return order
      .sort((a, b) => score(b.nearness) + b.documentScore - score(a.nearness) - a.documentScore)
      .slice(0, PASSAGES);
  }

  async function candidatesOf(
    { text: query, answers }: QuestionRow,
    passages: Awaited<ReturnType<typeof passagesOf>>,
    vector: Float32Array,
  ): Promise<Candidate[]> {
    const sentences = findSentences({ query, language: languages.queries, passages }, readOnce);
    const vectors = await embedder.embed(
      sentences.map(({ passage, text }) => sentenceText(passages[passage].title, text, languages.corpus)),
    );
    return sentences.map(({ passage, text, evidence }, i) => ({
      document: passages[passage].id,
      text,
      holds: holdsAnswer(text, answers),
      features: {
        ...evidence,
        nearness: nearnessOf(vector, vectors[i].vector, scale),
        passageNearness: passages[passage].nearness,
        documentScore: passages[passage].documentScore,
      },
    }));
  }
}

function holdsAnswer(text: string, answers: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return answers.some((answer) => lower.includes(answer.toLowerCase()));
}
