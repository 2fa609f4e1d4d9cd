import { invalidRequest } from '../../domain/error.js';
import { explainPrediction, type FieldWeight } from '../../learning/predictor/explain.js';
import { inputProblems } from '../../learning/predictor/input-fields.js';
import type { Prediction } from '../../learning/predictor/predict.js';
import { type InputLine, rowOf } from '../../training/example-line.js';
import type { AskingContext } from './classify-input.js';
import { type UsedModel, usableVersion } from './usable-version.js';

export interface PredictRequest extends UsedModel {
  input: InputLine['input'];
  max_labels: number;
  explain: boolean;
}

export interface Predicted {
  prediction: Prediction;
  explanation: FieldWeight[] | null;
}

/** Predicts a label, or a number, from structured data. Fields may be missing, and categories may be new. */
export async function predictInput(
  request: PredictRequest,
  { models, loaded }: Pick<AskingContext, 'models' | 'loaded'>,
): Promise<Predicted> {
  const { version } = usableVersion(request, 'predictor', models);
  const predictor = await loaded.predictor(models.caller.mode, version);
  const problems = inputProblems(predictor.model, request.input);
  if (problems.length > 0) throw invalidRequest(problems);
  const row = rowOf(request.input);
  const prediction = predictor.predict(row, request.max_labels);
  const explanation = request.explain ? explainPrediction(predictor, row, prediction.label) : null;
  return { prediction, explanation };
}
