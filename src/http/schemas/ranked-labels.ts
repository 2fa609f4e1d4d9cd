import { Type } from 'typebox';
import type { RankedLabels } from '../../learning/labels.js';
import { defaultsTo } from './checked.js';

/** Labels with how sure the model is of each, as classify and predict answer. */
const score = Type.Number({ description: 'From 0 to 1.' });

export const labelledWith = {
  label: Type.String(),
  confidence_score: score,
  alternatives: Type.Array(Type.Object({ label: Type.String(), confidence_score: score }), {
    description: 'The next likeliest, falling.',
  }),
};

export const explain = defaultsTo(
  Type.Boolean({ description: 'Adds to each item what decided, for the label (above 0) or against it.' }),
  false,
);

export function rankedView({ label, confidenceScore, alternatives }: RankedLabels) {
  return {
    label,
    confidence_score: rounded(confidenceScore),
    alternatives: alternatives.map((other) => ({
      label: other.label,
      confidence_score: rounded(other.confidenceScore),
    })),
  };
}

/** More digits would promise what calibration can't. */
function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
