import { underTitle } from '../../src/domain/document/vectors.js';
import type { Embedder } from '../../src/inference/embedder.js';
import { type AnswerModelName, answerModelFor } from '../../src/inference/extractive/answer-model.js';
import { type SentenceFeatures, sentenceFeatures } from '../../src/inference/extractive/choose-answer.js';
import type { PassageReader } from '../../src/inference/reader.js';
import { READING_CUTOFF } from '../../src/operations/answers/answer.js';
import { findSentences } from '../../src/text/answers/find-sentences.js';
import { splitIntoPassages } from '../../src/text/passages/passages.js';
import { queryParts } from '../../src/text/query/query-parts.js';
import { documentId, EmbeddedCorpus } from './embedded-corpus.js';
import type { RetrievalText } from './retrieval-set.js';

/** A question with the sentences that could answer it, in the order of reading. */
export interface AskedQuestion {
  text: string;
  answerable: boolean;
  /** Whether it is in another language than the corpus. */
  isAcross: boolean;
  /** Which one says how likely its answer is right. */
  model: AnswerModelName;
  candidates: Candidate[];
}

interface Candidate {
  /** Its passage's number in the order of reading. */
  place: number;
  document: string;
  features: SentenceFeatures & { isAcross: boolean };
  /** Whether it has one of the answers in it. */
  holds: boolean;
}

export interface QuestionToAsk {
  text: string;
  /** In the language of the corpus; none if it is unanswerable. */
  answers: readonly string[];
}

export interface Setting {
  embedder: Embedder;
  reader: Pick<PassageReader, 'read'>;
  scale: { middle: number; steepness: number };
}

const PASSAGES = 10;

/** Asks questions over a whole corpus, as generate-answer does, but reads all passages. Both may be in different languages. */
export async function askQuestions(
  texts: readonly RetrievalText[],
  questions: readonly QuestionToAsk[],
  languages: { corpus: string; queries: string },
  { embedder, reader, scale }: Setting,
): Promise<AskedQuestion[]> {
  const corpus = new EmbeddedCorpus(embedder, languages.corpus);
  await corpus.add(texts, () => undefined);
  const byId = new Map(texts.map((text) => [documentId(text.id), text]));
  const same = languages.corpus === languages.queries;
  const model = answerModelFor([languages.corpus, languages.queries]);
  const queryVectors = await embedder.embed(
    questions.map(({ text }) => ({ text, language: same ? languages.queries : null, kind: 'query' })),
  );
  const asked: AskedQuestion[] = [];
  for (const [i, { text, answers }] of questions.entries()) {
    const { vector } = queryVectors[i];
    const words = same ? { language: languages.queries, parts: queryParts(text), typos: 'forgiven' as const } : null;
    const semantic = { vector, space: embedder.space, cutoff: READING_CUTOFF, scale };
    const { hits } = corpus.find({ kind: 'search', words, semantic, semanticShare: 0.5 }, PASSAGES);
    const passages = await passagesOf(hits, vector);
    asked.push({
      text,
      answerable: answers.length > 0,
      isAcross: !same,
      model,
      candidates: await read(text, answers, passages),
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
    const order = found.map((passage, i) => ({ ...passage, nearness: nearnessOf(query, vectors[i].vector, scale) }));
    const score = (near: number) => 1 / (1 + Math.exp(-near));
    return order
      .sort((a, b) => score(b.nearness) + b.documentScore - score(a.nearness) - a.documentScore)
      .slice(0, PASSAGES);
  }

  async function read(
    query: string,
    answers: readonly string[],
    passages: Awaited<ReturnType<typeof passagesOf>>,
  ): Promise<Candidate[]> {
    const sentences = findSentences({ query, language: languages.queries, passages });
    const readings = await Promise.all(passages.map((passage) => reader.read(query, passage)));
    return sentences.map((sentence) => {
      const { id, documentScore, nearness } = passages[sentence.passage];
      const fit = { document: documentScore, passage: nearness };
      return {
        place: sentence.passage,
        document: id,
        features: { ...sentenceFeatures(readings[sentence.passage], sentence, fit), isAcross: !same },
        holds: holdsAnswer(sentence.text, answers),
      };
    });
  }
}

/** The cosine of two vectors on the scale of their encoder: 0 where results begin to be relevant. */
function nearnessOf(one: Float32Array, other: Float32Array, { middle, steepness }: Setting['scale']): number {
  let cosine = 0;
  for (let i = 0; i < one.length; i++) cosine += one[i] * other[i];
  return steepness * (cosine - middle);
}

function holdsAnswer(text: string, answers: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return answers.some((answer) => lower.includes(answer.toLowerCase()));
}
