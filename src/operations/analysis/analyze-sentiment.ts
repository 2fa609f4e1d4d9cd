import { DEFAULT_LANGUAGE, type Language } from '../../domain/document/language.js';
import {
  type AnalysisConfidence,
  analysisConfidence,
  SENTIMENTS,
  type Sentiment,
  type SentimentShares,
} from '../../domain/search/confidence.js';
import { detectLanguage } from '../../text/language/detect-language.js';
import { saysSomethingElseIsWorse } from '../../text/opinions/something-worse.js';
import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findDocuments } from '../documents/read-documents.js';
import { haveOpposedSentences } from './opposed-sentences.js';
import { samplePassages } from './sample-passages.js';

interface AnalyzedText {
  sentiment: Sentiment;
  confidence: AnalysisConfidence;
}

export interface SentimentAnalysis {
  /** In the order of the request. */
  data: AnalyzedText[];
  semanticTokens: number;
}

/** The weight of a neutral passage, relative to one that is all opinion. */
const NEUTRAL_WEIGHT = 0.15;

export async function analyzeDocuments(ids: readonly string[], context: OperationContext): Promise<SentimentAnalysis> {
  const documents = await findDocuments(ids, context);
  const texts = documents.map(({ title, content, language }) => ({
    text: content?.trim() ? content : title,
    language,
  }));
  const [data, tokens] = await Promise.all([analyze(texts, context), countDocumentTokens(documents, context)]);
  return { data, semanticTokens: sum(tokens) };
}

export async function analyzeTexts(texts: readonly string[], context: OperationContext): Promise<SentimentAnalysis> {
  const counted = texts.map((text) => ({ text, language: null, kind: 'passage' as const }));
  const [data, tokens] = await Promise.all([
    analyze(
      texts.map((text) => ({ text, language: detectLanguage(text) ?? DEFAULT_LANGUAGE })),
      context,
    ),
    context.embedder.countTokens(counted),
  ]);
  return { data, semanticTokens: sum(tokens) };
}

async function analyze(
  texts: readonly { text: string; language: Language }[],
  context: OperationContext,
): Promise<AnalyzedText[]> {
  const passages = await samplePassages(texts, context);
  const readings = await context.sentiment.read(passages.flat());
  let next = 0;
  const analyzed = passages.map((ofText) => {
    const shares = combine(ofText, readings.slice(next, next + ofText.length));
    next += ofText.length;
    return verdict(shares);
  });
  const looked = analyzed.flatMap((text, i) => (mayBeDoubted(text, passages[i]) ? [i] : []));
  const areOpposed = await haveOpposedSentences(
    looked.map((i) => texts[i]),
    context,
  );
  const doubted = new Set(looked.filter((i, k) => areOpposed[k] || isMisheard(analyzed[i], texts[i])));
  return analyzed.map((text, i) => (doubted.has(i) ? { ...text, confidence: 'low' } : text));
}

/** "I was expecting worse" sounds like a complaint to the classifier, and is none. */
function isMisheard({ sentiment }: AnalyzedText, { text, language }: { text: string; language: Language }): boolean {
  return sentiment === 'negative' && saysSomethingElseIsWorse(text, language);
}

/** Whether there is a verdict to doubt. In a long text praise and complaints are to be expected, and its passages have been weighed. */
function mayBeDoubted({ sentiment, confidence }: AnalyzedText, passages: readonly string[]): boolean {
  return sentiment !== 'neutral' && confidence !== 'low' && passages.length === 1;
}

/**
 * The sentiment of a text as the mean of its passages, weighted by their length and by how opinionated they are: a review
 * tells a story for pages and gives its verdict in a few lines, and those lines must decide.
 */
function combine(passages: readonly string[], readings: readonly SentimentShares[]): SentimentShares {
  const weights = readings.map(
    ({ neutral }, i) => (passages[i].length + 1) * (NEUTRAL_WEIGHT + (1 - NEUTRAL_WEIGHT) * (1 - neutral)),
  );
  const total = sum(weights);
  const share = (sentiment: Sentiment) => sum(readings.map((reading, i) => reading[sentiment] * weights[i])) / total;
  return { negative: share('negative'), neutral: share('neutral'), positive: share('positive') };
}

function verdict(shares: SentimentShares): AnalyzedText {
  const sentiment = SENTIMENTS.reduce((best, other) => (shares[other] > shares[best] ? other : best));
  return { sentiment, confidence: analysisConfidence(shares[sentiment]) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
