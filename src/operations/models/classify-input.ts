import type { Mode } from '../../domain/document/mode.js';
import { embedWholeTexts, languageOfText, meanDirection } from '../../inference/text-meaning.js';
import type { RankedLabels } from '../../learning/labels.js';
import {
  classify,
  type EmbeddingWithout,
  explainText,
  type TextExplanation,
  type TextToClassify,
} from '../../learning/text-classifier/classify.js';
import { wordsOf } from '../../text/words.js';
import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findSource } from '../search/find-source.js';
import { textOfDocument } from './gather-documents.js';
import type { LoadedModels } from './loaded-models.js';
import type { ModelContext } from './model-access.js';
import { embedderFor, embedFor, type UsableVersion, type UsedModel, usableVersion } from './usable-version.js';

export interface ClassifyRequest extends UsedModel {
  input: { type: 'text' | 'document_id'; value: string };
  max_labels: number;
  explain: boolean;
}

export interface Classified {
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
