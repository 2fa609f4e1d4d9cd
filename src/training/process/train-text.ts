import type { TrainedFacts } from '../../domain/trained-facts.js';
import type { Embedder } from '../../inference/embedder.js';
import { type EmbeddingConfig, openEmbedder } from '../../inference/open-embedder.js';
import { embedWholeTexts, languageOfText, usualLanguage } from '../../inference/text-meaning.js';
import { partOf, type TrainingControl } from '../../learning/control.js';
import { writeTextClassifier } from '../../learning/text-classifier/file.js';
import { trainTextClassifier } from '../../learning/text-classifier/train.js';
import { decodeEmbedding, type TextLine } from '../example-line.js';
import type { TrainingJob } from '../trainer.js';
import { readLines } from './read-lines.js';
import type { Trained } from './trained.js';

/** How many texts the encoder is given at once: enough for full batches, few enough to report progress. */
const TEXTS_AT_ONCE = 256;
/** About where a training stands when its texts are embedded. */
const EMBEDDED = 0.5;

export async function trainText(
  job: TrainingJob,
  embedding: EmbeddingConfig,
  control: TrainingControl,
): Promise<Trained> {
  const lines: TextLine[] = [];
  for await (const line of readLines<TextLine>(job.examples)) lines.push(line);
  const texts = lines.map(({ text }) => text);
  const language = usualLanguage(texts);
  const embedder = await openEmbedder(embedding, (error) => console.error(error));
  const { space, dimensions } = embedder;
  const embeddings = await embedAll(lines, { embedder, language, control: partOf(control, 0, EMBEDDED) });
  await embedder.close();
  const labels = lines.map(({ label }) => label);
  const trained = trainTextClassifier({ texts, labels, embeddings, dimensions }, partOf(control, EMBEDDED, 1));
  const facts: TrainedFacts = {
    ...{ space, language, metrics: trained.metrics, inputFields: null, report: trained.report },
  };
  return { facts, model: writeTextClassifier(trained.model) };
}

interface Embedding {
  embedder: Embedder;
  language: 'en' | null;
  control: TrainingControl;
}

/** A row of `dimensions` numbers for each line. */
async function embedAll(lines: readonly TextLine[], { embedder, language, control }: Embedding): Promise<Float32Array> {
  const { dimensions } = embedder;
  const rows = new Float32Array(lines.length * dimensions);
  for (let start = 0; start < lines.length; start += TEXTS_AT_ONCE) {
    const some = lines.slice(start, start + TEXTS_AT_ONCE);
    const vectors = await vectorsOf(some, embedder, language);
    for (const [i, vector] of vectors.entries()) rows.set(vector, (start + i) * dimensions);
    control.onProgress(Math.min(1, (start + TEXTS_AT_ONCE) / lines.length));
  }
  return rows;
}

async function vectorsOf(lines: readonly TextLine[], embedder: Embedder, usual: 'en' | null): Promise<Float32Array[]> {
  const missing = lines.filter(({ embedding }) => embedding === undefined);
  const texts = missing.map(({ text, language }) => ({ text, language: language ?? languageOfText(text, usual) }));
  const meanings = texts.length === 0 ? [] : await embedWholeTexts(texts, embedder, 'passage');
  let next = 0;
  return lines.map(({ embedding }) => (embedding === undefined ? meanings[next++].vector : decodeEmbedding(embedding)));
}
