import { calibrated } from '../class-probabilities.js';
import { type RankedLabels, rankLabels } from '../labels.js';
import { featureRows, scoreRow } from '../linear/linear-model.js';
import { scoreTrees } from '../trees/tree-ensemble.js';
import { COVERAGE, intervalAround } from './calibrate.js';
import { type EncodedRow, type RowEmbeddings, RowEncoder, weightEmbeddings } from './encode.js';
import { type InputRow, textOfRow } from './fields.js';
import type { NumberOutput, Predictor } from './model.js';
import { unstandardisedNumber } from './prediction-problem.js';

/** For a number, `label` is the number and the confidence is the coverage of the interval. */
export interface Prediction extends RankedLabels {
  interval?: { low: number; high: number };
}

export interface EncodedInput extends EncodedRow {
  embedding: RowEmbeddings;
}

/** A predictor ready to answer: its lookup tables are built once. */
export class PreparedPredictor {
  readonly model: Predictor;
  readonly #encoder: RowEncoder;
  readonly #width: number;
  readonly #modelForIncompleteRows: Predictor;
  /** The feature columns that have bin 0 in a row which needs that model. */
  readonly #usualColumns: number[];

  constructor(model: Predictor) {
    const { encoding, output, missingFields } = model;
    this.model = model;
    this.#encoder = new RowEncoder(encoding);
    this.#width = output.kind === 'labels' ? output.labels.length : 1;
    this.#modelForIncompleteRows = missingFields === null ? model : { ...model, ...missingFields };
    const usualFields = new Set(missingFields?.fields);
    this.#usualColumns = [...encoding.columns.keys()].filter((i) => usualFields.has(encoding.columns[i].field));
  }

  /** `embedding` is that of `textOf(row)`; without it only the n-grams of the text count. */
  predict(row: InputRow, maxLabels: number, embedding: Float32Array | null = null): Prediction {
    const encoded = this.encode(row, embedding);
    const { output } = this.modelFor(encoded);
    const scores = this.scores(encoded);
    if (output.kind === 'number') return numberPrediction(output, scores[0]);
    return rankLabels(output.labels, calibrated(scores, output), maxLabels);
  }

  /** The text of a row to embed; empty if the model does not use it or the row has none. */
  textOf(row: InputRow): string {
    return this.model.dimensions === 0 ? '' : textOfRow(this.model.encoding.fields, row);
  }

  encode(row: InputRow, embedding: Float32Array | null): EncodedInput {
    const { dimensions } = this.model;
    const values = embedding ?? new Float32Array(dimensions);
    return { ...this.#encoder.encode(row), embedding: weightEmbeddings({ values, width: dimensions }) };
  }

  /** The model that answers: another one if a field is missing that nearly every example had. */
  modelFor({ bins }: Pick<EncodedInput, 'bins'>): Predictor {
    const isIncomplete = this.#usualColumns.some((column) => bins[column] === 0);
    return isIncomplete ? this.#modelForIncompleteRows : this.model;
  }

  /** The blended scores, before calibration. */
  scores({ bins, sparse, embedding }: EncodedInput): Float64Array {
    const { trees, linear, blend } = this.modelFor({ bins });
    const total = new Float64Array(this.#width);
    if (linear !== null) {
      const scores = new Float64Array(this.#width);
      scoreRow(linear, featureRows([sparse], embedding, this.#encoder.linearWidth), 0, scores);
      for (let k = 0; k < this.#width; k++) total[k] += blend.linear * scores[k];
    }
    if (trees !== null) {
      const scores = new Float64Array(trees.outputs);
      scoreTrees(trees, bins, scores);
      // With two labels the trees score only the second.
      const shift = this.#width - trees.outputs;
      for (let k = 0; k < trees.outputs; k++) total[k + shift] += blend.trees * scores[k];
    }
    return total;
  }
}

function numberPrediction(output: NumberOutput, score: number): Prediction {
  const number = unstandardisedNumber(score, output);
  const { low, high } = intervalAround(number, output.intervals);
  return {
    label: formatNumber(number, output.decimals),
    confidenceScore: COVERAGE,
    alternatives: [],
    interval: { low: Number(low.toFixed(output.decimals)), high: Number(high.toFixed(output.decimals)) },
  };
}

/** Never "-0". */
function formatNumber(number: number, decimals: number): string {
  const text = number.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}
