import type { Mode } from '../../domain/document/mode.js';
import { embedWholeTexts, languageOfText, meanDirection } from '../../inference/text-meaning.js';
import type { RankedLabels } from '../../learning/ranked-labels.js';
import {
  classify,
  explainText,
  type MeaningWithout,
  type TextExplanation,
  type TextToClassify,
} from '../../learning/text-classifier/classify.js';
import type { OperationContext } from '../context.js';
import { countDocumentTokens } from '../documents/embed-documents.js';
import { findSource } from '../search/find-source.js';
import { textOfDocument } from './gather-documents.js';
import { leaveWordsOut } from './leave-words-out.js';
import type { LoadedModels } from './loaded-models.js';
import type { ModelContext } from './model-context.js';
import { embedderFor, meaningFor } from './model-embedder.js';
import { type UsableVersion, type UsedModel, usableVersion } from './usable-version.js';

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
  /** The documents and the encoders. */
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
  const without = await meaningsWithout(source.text, usable, context.operation);
  return { ranked, explanation: explainText(model, source, { label: ranked.label, without }), semanticTokens: tokens };
}

/** What is embedded to explain an answer is not what the caller sent, and so not counted as tokens. */
async function meaningsWithout(
  text: string,
  usable: UsableVersion,
  context: OperationContext,
): Promise<MeaningWithout[]> {
  const shortened = leaveWordsOut(text);
  const language = languageOfText(text, usable.trained.language);
  const texts = shortened.map((one) => ({ text: one.text, language }));
  const meanings = await embedWholeTexts(texts, embedderFor(usable, context), 'sentence');
  return shortened.map(({ missing }, i) => ({ missing, embedding: meanings[i].vector }));
}

function modeOf({ models }: AskingContext): Mode {
  return models.caller.mode;
}

interface ReadInput {
  source: TextToClassify;
  tokens: number;
}

async function readText(text: string, usable: UsableVersion, context: OperationContext): Promise<ReadInput> {
  const { vector, tokens } = await meaningFor(usable, text, context);
  return { source: { text, embedding: vector }, tokens };
}

/** A document has been embedded when it was stored. Where it has not, for this encoder, that is done now. */
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
