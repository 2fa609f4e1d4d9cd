import type { LinearWeights } from '../linear/linear-weights.js';
import type { TreeEnsemble } from '../trees/tree-ensemble.js';
import type { Blend } from './blend.js';
import type { Encoding } from './encode.js';
import type { Intervals } from './interval.js';

/** A trained predictor: plain data, and all that is needed to predict from a row. */
export interface Predictor {
  encoding: Encoding;
  output: LabelOutput | NumberOutput;
  blend: Blend;
  /** How many numbers the meaning of a row's texts has, which the linear model looks at; 0 where it does not. */
  dimensions: number;
  /** Null where the blend leaves it out. */
  trees: TreeEnsemble | null;
  linear: LinearWeights | null;
  /** Null where rows can't lack anything. */
  gaps: GapModel | null;
}

/** What takes the place of its namesakes for rows that lack a field which nearly every example had. */
export interface GapModel extends Pick<Predictor, 'output' | 'trees' | 'linear'> {
  /** The places of these fields. */
  fields: number[];
}

interface LabelOutput {
  kind: 'labels';
  labels: string[];
  /** What scores are divided by before they become probabilities. */
  temperature: number;
}

export interface NumberOutput {
  kind: 'number';
  /** A score times `deviation` plus `mean` is the number. */
  mean: number;
  deviation: number;
  /** As many as the examples had; more would feign precision. */
  decimals: number;
  intervals: Intervals;
}
