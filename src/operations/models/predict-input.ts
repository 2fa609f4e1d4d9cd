import { invalidRequest } from '../../domain/errors/error.js';
import { inputProblems } from '../../learning/predictor/check-input.js';
import { explainPrediction, type FieldWeight } from '../../learning/predictor/explain.js';
import type { Prediction } from '../../learning/predictor/predict.js';
import { type InputLine, rowOf } from '../../training/example-file.js';
import type { AskingContext } from './classify-input.js';
import { embedFor, type UsedModel, usableVersion } from './usable-version.js';

export interface PredictRequest extends UsedModel {
  input: InputLine['input'];
  max_labels: number;
  explain: boolean;
}

export interface Predicted {
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
