import type { Mode } from '../../domain/document/document.js';
import { failure, invalidRequest } from '../../domain/errors/error.js';
import {
  DEFAULT_VERSION,
  isVersionName,
  type Model,
  type ModelKind,
  type ModelVersion,
  type TrainedFacts,
} from '../../domain/model/model.js';
import type { Embedder } from '../../inference/embedder.js';
import { embedWholeTexts, languageOfText, meanDirection, type TextMeaning } from '../../inference/text-meaning.js';
import type { RankedLabels } from '../../learning/labels.js';
import { inputProblems } from '../../learning/predictor/check-input.js';
import { explainPrediction, type FieldWeight } from '../../learning/predictor/explain.js';
import type { Prediction } from '../../learning/predictor/predict.js';
import {
  classify,
  type EmbeddingWithout,
  explainText,
  type TextExplanation,
  type TextToClassify,
} from '../../learning/text-classifier/classify.js';
import { wordsOf } from '../../text/frozen-words.js';
import { type InputLine, rowOf } from '../../training/example-file.js';
import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findSource } from '../documents/read-documents.js';
import { textOfDocument } from './gather-documents.js';
import type { LoadedModels } from './loaded-models.js';
import { findModel, type ModelContext } from './model-access.js';
import { noDefault, notReady, versionNotFound } from './model-errors.js';

interface ClassifyRequest extends UsedModel {
  input: { type: 'text' | 'document_id'; value: string };
  max_labels: number;
  explain: boolean;
}

interface Classified {
  ranked: RankedLabels;
  explanation: TextExplanation | null;
  semanticTokens: number;
}

export interface AskingContext {
  models: ModelContext;
  loaded: LoadedModels;
  /** Documents and encoders. */
  operation: OperationContext;
}

/** Labels a text or a document with a text classifier. */
export async function classifyInput(request: ClassifyRequest, context: AskingContext): Promise<Classified> {
  const usable = await usableVersion(request, 'text_classifier', context.models);
  const read = request.input.type === 'text' ? readText : readDocument;
  const { source, tokens } = await read(request.input.value, usable, context.operation);
  const model = await context.loaded.textClassifier(modeOf(context), usable.version);
  const ranked = classify(model, source, request.max_labels);
  if (!request.explain) return { ranked, explanation: null, semanticTokens: tokens };
  const without = await embedWithoutWords(source.text, usable, context.operation);
  return { ranked, explanation: explainText(model, source, { label: ranked.label, without }), semanticTokens: tokens };
}

/** Embeds the text without some of its words, to explain the answer. Not counted as tokens: the caller did not send it. */
async function embedWithoutWords(
  text: string,
  usable: UsableVersion,
  context: OperationContext,
): Promise<EmbeddingWithout[]> {
  const shortened = removeWords(text);
  const language = languageOfText(text, usable.trained.language);
  const texts = shortened.map((one) => ({ text: one.text, language }));
  const embedded = await embedWholeTexts(texts, embedderFor(usable, context), 'sentence');
  return shortened.map(({ removed }, i) => ({ removed, embedding: embedded[i].vector }));
}

function modeOf({ models }: AskingContext): Mode {
  return models.caller.mode;
}

interface ReadInput {
  source: TextToClassify;
  tokens: number;
}

async function readText(text: string, usable: UsableVersion, context: OperationContext): Promise<ReadInput> {
  const { vector, tokens } = await embedFor(usable, text, context);
  return { source: { text, embedding: vector }, tokens };
}

/** Documents are embedded when they are stored; one that this encoder has not embedded yet is embedded now. */
async function readDocument(id: string, usable: UsableVersion, context: OperationContext): Promise<ReadInput> {
  const document = await findSource(id, 'input.value', context);
  const embedder = embedderFor(usable, context);
  const text = textOfDocument(document);
  const [stored] = await context.collection.documents.getMany([id], ['vectors']);
  const codes = stored?.vectors.find(({ space }) => space === embedder.space)?.codes ?? [];
  if (codes.length === 0) {
    const [{ vector, tokens }] = await embedWholeTexts([{ text, language: document.language }], embedder, 'sentence');
    return { source: { text, embedding: vector }, tokens };
  }
  const [tokens] = await countDocumentTokens([document], context);
  return { source: { text, embedding: meanDirection(codes) }, tokens };
}

interface ShortenedText {
  text: string;
  /** The words that were removed, as the classifier reads them. */
  removed: string[];
}

/** Each shortened text costs an embedding. */
const MAX_SHORTENED = 32;
/** In a longer text one word hardly changes the embedding, and the encoder may not read all of it at once. */
const MAX_EXPLAINED_LENGTH = 1_000;

/** Segments by dictionary in scripts without spaces. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text without each of its words in turn, or without runs of words if there are many. Empty for a long text. */
function removeWords(text: string): ShortenedText[] {
  if (text.length > MAX_EXPLAINED_LENGTH) return [];
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike);
  const runLength = Math.max(1, Math.ceil(words.length / MAX_SHORTENED));
  const runs = Array.from({ length: Math.ceil(words.length / runLength) }, (_, i) =>
    words.slice(i * runLength, (i + 1) * runLength),
  );
  // Without its only word there is nothing left to embed.
  if (runs.length < 2) return [];
  return runs.map((run) => {
    const last = run[run.length - 1];
    const rest = text.slice(0, run[0].index) + text.slice(last.index + last.segment.length);
    return { text: rest, removed: run.flatMap(({ segment }) => wordsOf(segment)) };
  });
}

interface PredictRequest extends UsedModel {
  input: InputLine['input'];
  max_labels: number;
  explain: boolean;
}

interface Predicted {
  prediction: Prediction;
  explanation: FieldWeight[] | null;
  /** Tokens of the text that was embedded. */
  semanticTokens: number;
}

/** Predicts a label or a number from structured data. Fields may be missing, and categories may be unknown. */
export async function predictInput(
  request: PredictRequest,
  { models, loaded, operation }: AskingContext,
): Promise<Predicted> {
  const usable = await usableVersion(request, 'predictor', models);
  const predictor = await loaded.predictor(models.caller.mode, usable.version);
  const problems = inputProblems(predictor.model, request.input);
  if (problems.length > 0) throw invalidRequest(problems);
  const row = rowOf(request.input);
  const text = predictor.textOf(row);
  const { vector: embedding, tokens } =
    text === '' ? { vector: null, tokens: 0 } : await embedFor(usable, text, operation);
  const prediction = predictor.predict(row, request.max_labels, embedding);
  const explanation = request.explain ? explainPrediction(predictor, { row, embedding }, prediction.label) : null;
  return { prediction, explanation, semanticTokens: tokens };
}

interface UsedModel {
  model_id: string;
  version: string;
}

/** A version that is trained and can answer. */
interface UsableVersion {
  version: ModelVersion;
  trained: TrainedFacts;
}

/** The version that a request names, if the model is of the right kind and the version is ready. */
async function usableVersion(asked: UsedModel, kind: ModelKind, context: ModelContext): Promise<UsableVersion> {
  const model = await findModel(asked.model_id, context, 'model_id');
  requireKind(model, kind);
  const version = await namedVersion(model, asked.version, context);
  if (version.status === 'ready' && version.trained !== null) return { version, trained: version.trained };
  throw notReady(version);
}

async function namedVersion(model: Model, name: string, { models }: ModelContext): Promise<ModelVersion> {
  const actual = name === DEFAULT_VERSION ? model.defaultVersion : name;
  if (actual === null) throw noDefault(model);
  const version = isVersionName(actual) ? await models.version(model.id, actual) : null;
  if (version === null) throw versionNotFound(model.id, actual);
  return version;
}

/** A model of another kind does not exist as far as this endpoint is concerned. */
function requireKind(model: Model, kind: ModelKind): void {
  if (model.kind === kind) return;
  const endpoint = model.kind === 'predictor' ? 'predict' : 'classify';
  const message = `The model "${model.id}" is a ${model.kind}. Ask it with ${endpoint}.`;
  throw failure('model_not_found', message, { param: 'model_id' });
}

/** The encoder that the version was trained with; embeddings of another one are in a different vector space. */
function embedderFor({ version, trained }: UsableVersion, context: OperationContext): Embedder {
  const { embedder, nextEmbedder } = context;
  const known = [embedder, nextEmbedder].find((encoder) => encoder?.space === trained.space);
  if (known != null) return known;
  const message = `Version "${version.version}" was trained with another encoder than the service has now. Train it again.`;
  throw failure('model_not_ready', message, { param: 'version' });
}

/** Embeds a text of unknown language in the way of the version's training. */
async function embedFor(usable: UsableVersion, text: string, context: OperationContext): Promise<TextMeaning> {
  const language = languageOfText(text, usable.trained.language);
  const [embedded] = await embedWholeTexts([{ text, language }], embedderFor(usable, context), 'sentence');
  return embedded;
}
