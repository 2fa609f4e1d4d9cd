import { featureRows } from '../linear/feature-rows.js';
import { scoreRow } from '../linear/linear-weights.js';
import { softmax } from '../linear/softmax.js';
import { type RankedLabels, rankLabels } from '../ranked-labels.js';
import { scoreTrees } from '../trees/tree-ensemble.js';
import { type EncodedRow, RowEncoder, type RowMeanings, weighted } from './encode.js';
import type { InputRow } from './field-value.js';
import { COVERAGE, intervalAround } from './interval.js';
import type { NumberOutput, Predictor } from './model.js';
import { textOfRow } from './row-text.js';

/** With a number, `label` is the number, and the confidence is how often actual numbers lie in the interval. */
export interface Prediction extends RankedLabels {
  interval?: { low: number; high: number };
}

export interface AskedRow extends EncodedRow {
  meaning: RowMeanings;
}

/** A predictor made ready to answer: looking up categories is prepared once. */
export class PreparedPredictor {
  private readonly encoder: RowEncoder;
  private readonly width: number;
  private readonly forGaps: Predictor;
  /** The parts in which a row that lacks a usual field has bin 0. */
  private readonly usualParts: number[];

  constructor(readonly model: Predictor) {
    const { encoding, output, gaps } = model;
    this.encoder = new RowEncoder(encoding);
    this.width = output.kind === 'labels' ? output.labels.length : 1;
    this.forGaps = { ...model, ...gaps };
    const usual = new Set(gaps?.fields);
    this.usualParts = [...encoding.parts.keys()].filter((part) => usual.has(encoding.parts[part].field));
  }

  /** `meaning` is that of `textOf`; without one, the text is seen as words only. */
  predict(row: InputRow, maxLabels: number, meaning: Float32Array | null = null): Prediction {
    const encoded = this.encode(row, meaning);
    const { output } = this.modelFor(encoded);
    const scores = this.scores(encoded);
    if (output.kind === 'number') return numberPrediction(output, scores[0]);
    return rankLabels(output.labels, softmax(scores.map((score) => score / output.temperature)), maxLabels);
  }

  /** What is to be embedded of a row; empty where nothing is. */
  textOf(row: InputRow): string {
    return this.model.dimensions === 0 ? '' : textOfRow(this.model.encoding.fields, row);
  }

  encode(row: InputRow, meaning: Float32Array | null): AskedRow {
    const values = meaning ?? new Float32Array(this.model.dimensions);
    return { ...this.encoder.encode(row), meaning: weighted({ values, width: this.model.dimensions }) };
  }

  /** The model that answers: another one where something is missing that nearly every example had. */
  modelFor({ bins }: Pick<AskedRow, 'bins'>): Predictor {
    return this.usualParts.some((part) => bins[part] === 0) ? this.forGaps : this.model;
  }

  /** The blended scores, before calibration. */
  scores({ bins, sparse, meaning }: AskedRow): Float64Array {
    const { trees, linear, blend } = this.modelFor({ bins });
    const total = new Float64Array(this.width);
    if (linear !== null) {
      const part = new Float64Array(this.width);
      scoreRow(linear, featureRows([sparse], meaning, this.encoder.linearWidth), 0, part);
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
