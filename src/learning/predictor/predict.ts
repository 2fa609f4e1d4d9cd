import { featureRows } from '../linear/feature-rows.js';
import { scoreRow } from '../linear/linear-weights.js';
import { softmax } from '../linear/softmax.js';
import { type RankedLabels, rankLabels } from '../ranked-labels.js';
import { scoreTrees } from '../trees/tree-ensemble.js';
import { type EncodedRow, RowEncoder } from './encode.js';
import type { InputRow } from './field-value.js';
import { COVERAGE, intervalAround } from './interval.js';
import type { NumberOutput, Predictor } from './model.js';

/** With a number, `label` is the number, and the confidence is how often actual numbers lie in the interval. */
export interface Prediction extends RankedLabels {
  interval?: { low: number; high: number };
}

/** A predictor made ready to answer: looking up categories is prepared once. */
export class PreparedPredictor {
  private readonly encoder: RowEncoder;
  private readonly width: number;

  constructor(readonly model: Predictor) {
    this.encoder = new RowEncoder(model.encoding);
    this.width = model.output.kind === 'labels' ? model.output.labels.length : 1;
  }

  predict(row: InputRow, maxLabels: number): Prediction {
    const { output } = this.model;
    const scores = this.scores(this.encode(row));
    if (output.kind === 'number') return numberPrediction(output, scores[0]);
    return rankLabels(output.labels, softmax(scores.map((score) => score / output.temperature)), maxLabels);
  }

  encode(row: InputRow): EncodedRow {
    return this.encoder.encode(row);
  }

  /** The blended scores, before calibration. */
  scores({ bins, sparse }: EncodedRow): Float64Array {
    const { trees, linear, blend } = this.model;
    const total = new Float64Array(this.width);
    if (linear !== null) {
      const part = new Float64Array(this.width);
      const none = { values: new Float32Array(0), width: 0 };
      scoreRow(linear, featureRows([sparse], none, this.encoder.linearWidth), 0, part);
      for (let k = 0; k < this.width; k++) total[k] += blend.linear * part[k];
    }
    if (trees !== null) {
      const part = new Float64Array(trees.outputs);
      scoreTrees(trees, bins, part);
      // For two labels the trees score the second alone.
      const shift = this.width - trees.outputs;
      for (let k = 0; k < trees.outputs; k++) total[k + shift] += blend.trees * part[k];
    }
    return total;
  }
}

function numberPrediction(output: NumberOutput, score: number): Prediction {
  const number = score * output.deviation + output.mean;
  const { low, high } = intervalAround(number, output.intervals);
  return {
    label: asText(number, output.decimals),
    confidenceScore: COVERAGE,
    alternatives: [],
    interval: { low: Number(low.toFixed(output.decimals)), high: Number(high.toFixed(output.decimals)) },
  };
}

/** Never "-0". */
function asText(number: number, decimals: number): string {
  const text = number.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
}
