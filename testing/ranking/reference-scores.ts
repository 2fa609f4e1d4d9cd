import type { Document } from '../../src/domain/document/document.js';
import { quantizeQuery } from '../../src/domain/document/vectors.js';
import type { StoredDocument } from '../../src/engine/contract/reference-engine.js';
import type { ScoreScale, SemanticQuery } from '../../src/engine/engine.js';
import type { AnalysedQuery } from '../../src/engine/query/analyse-query.js';
import { documentSignature, signatureSimilarity } from '../../src/text/minhash.js';
import { allowedByWords, scoreWords, wordCount } from './reference-words.js';

export interface ReferenceScore {
  score: number;
  /** What each passage scores, where the query was compared with them. */
  passages: number[];
}

type Scores = Map<string, ReferenceScore>;

/**
 * The scores of the documents that a text query finds, by id: decision 9 in plain arithmetic, one document after the other.
 * Suggestions and typos are left out.
 */
export function scoresOf(
  query: AnalysedQuery,
  inScope: readonly StoredDocument[],
  all: ReadonlyMap<string, StoredDocument>,
  /** What similar documents and duplicates must score. */
  least = 50,
): Scores {
  switch (query.kind) {
    case 'search':
      return searchScores(query, inScope);
    case 'similar':
      return similarScores(query, inScope, { all, least });
    case 'duplicates':
      return duplicateScores(query, inScope, { all, least });
    case 'suggest':
      throw new Error('The reference has no suggestions.');
  }
}

function searchScores(query: Extract<AnalysedQuery, { kind: 'search' }>, inScope: readonly StoredDocument[]): Scores {
  const { lexical, semantic } = query;
  const documents = inScope.map(({ document }) => document);
  const words = lexical === null ? new Map<string, number>() : scoreWords(lexical, documents);
  const scores: Scores = new Map();
  for (const stored of inScope) {
    const { id } = stored.document;
    const passages = semantic === null ? [] : passageScores(stored, semantic);
    const best = Math.max(-1, ...passages);
    const byMeaning = semantic !== null && best > semantic.cutoff ? best : null;
    const byWords = words.get(id) ?? null;
    if (byWords === null && byMeaning === null) continue;
    if (lexical !== null && !allowedByWords(lexical, stored.document)) continue;
    const share = lexical === null ? 1 : semantic === null ? 0 : query.semanticShare;
    const score = lexical === null ? (byMeaning ?? 0) : mix(byWords ?? 0, byMeaning, share);
    scores.set(id, { score, passages });
  }
  return scores;
}

function passageScores(stored: StoredDocument, { vector, space, scale }: SemanticQuery): number[] {
  return vectorsIn(stored, space).map((codes) => logistic(cosine(vector, codes), scale));
}

const LEAST_LOGIT = Math.log(7 / 93);

/** The mean of order four of how near the meaning is and how well the words agree, as a score. */
function mix(agreement: number, meaning: number | null, share: number): number {
  const logit = meaning === null ? LEAST_LOGIT : Math.log(meaning / (100 - meaning));
  const nearness = Math.max(0, (logit - LEAST_LOGIT) / 6.69);
  const words = (agreement / 100) ** 0.625;
  const wordsWeight = 1.2 * (1 - share);
  const strength = ((share * nearness ** 4 + wordsWeight * words ** 4) / (share + wordsWeight)) ** (1 / 4);
  return 100 / (1 + Math.exp(-LEAST_LOGIT - 6.69 * strength));
}

interface Compared {
  all: ReadonlyMap<string, StoredDocument>;
  least: number;
}

function similarScores(
  { sources, space, scale }: Extract<AnalysedQuery, { kind: 'similar' }>,
  inScope: readonly StoredDocument[],
  { all, least }: Compared,
): Scores {
  const directions = sources.flatMap(({ id, weight }) => {
    const vectors = vectorsIn(all.get(id), space);
    return vectors.length === 0 ? [] : [{ vector: meanOf(vectors), weight }];
  });
  const total = directions.reduce((sum, { weight }) => sum + weight, 0);
  const scores: Scores = new Map();
  for (const stored of inScope) {
    const { id } = stored.document;
    const vectors = vectorsIn(stored, space);
    if (vectors.length === 0 || directions.length === 0 || sources.some((source) => source.id === id)) continue;
    const nearness = directions.map(({ vector, weight }) => (weight / total) * nearestOf(vectors, vector));
    const score = logistic(
      nearness.reduce((sum, part) => sum + part, 0),
      scale,
    );
    if (score >= least) scores.set(id, { score, passages: [] });
  }
  return scores;
}

function duplicateScores(
  { id: sourceId }: Extract<AnalysedQuery, { kind: 'duplicates' }>,
  inScope: readonly StoredDocument[],
  { all, least }: Compared,
): Scores {
  const source = all.get(sourceId);
  const scores: Scores = new Map();
  if (source === undefined) return scores;
  for (const { document } of inScope) {
    const wording = signatureSimilarity(documentSignature(source.document), documentSignature(document));
    const score = scoreOfCopy(wording, [wordsCompared(source.document), wordsCompared(document)]);
    if (score >= least && document.id !== sourceId) scores.set(document.id, { score, passages: [] });
  }
  return scores;
}

/** The words that were kept, to the power of 1.5, less what is missing; up to 80 words, a change leaves at most 64 points. */
function scoreOfCopy(wording: number, words: [number, number]): number {
  const few = Math.min(...words);
  const missing = (1 - few / Math.max(...words)) ** 4;
  if (wording === 1) return 100 * (1 - missing);
  const common = (wording * (words[0] + words[1])) / (1 + wording);
  const kept = Math.cbrt(Math.min(1, common / few));
  const most = few <= 80 ? 64 : Math.min(100, 64 + (36 * (few - 80)) / 80);
  return Math.min(most, ((100 * few) / (few + 5)) * kept ** 1.5 * (1 - missing));
}

/** A content of fewer than five words is compared together with the title. */
function wordsCompared(document: Document): number {
  const content = wordCount(document, 'content');
  return content < 5 ? content + wordCount(document, 'title') : content;
}

function vectorsIn(stored: StoredDocument | undefined, space: string): readonly Int8Array[] {
  const vectors = stored?.vectors.find((one) => one.space === space);
  return vectors?.codes ?? [];
}

function nearestOf(vectors: readonly Int8Array[], direction: Float32Array): number {
  return Math.max(-1, ...vectors.map((codes) => cosine(direction, codes)));
}

/** Of their directions, whatever their lengths. */
function meanOf(vectors: readonly Int8Array[]): Float32Array {
  const mean = new Float32Array(vectors[0].length);
  for (const codes of vectors) {
    for (let i = 0; i < mean.length; i++) mean[i] += codes[i] / (Math.hypot(...codes) || 1);
  }
  return mean;
}

/** Of what is left of them after rounding. */
function cosine(vector: Float32Array, codes: Int8Array): number {
  const rounded = quantizeQuery(vector);
  const lengths = Math.hypot(...rounded) * Math.hypot(...codes);
  return lengths === 0 ? 0 : codes.reduce((sum, code, i) => sum + code * rounded[i], 0) / lengths;
}

function logistic(cosineOfBest: number, { middle, steepness }: ScoreScale): number {
  return 100 / (1 + Math.exp(-steepness * (cosineOfBest - middle)));
}
