import { distinctLabels } from '../../src/learning/labels.js';
import { LogisticRegression } from '../../src/learning/linear/dual-coordinate-ascent.js';
import { type FeatureRows, featureRows, type SparseRow, scoreRow } from '../../src/learning/linear/linear-model.js';
import { type InputRow, inferFields, numberOf } from '../../src/learning/predictor/fields.js';
import type { LabelledRows } from '../../src/learning/predictor/train.js';
import { UNWATCHED } from '../../src/learning/training-control.js';

const EPOCHS = 60;

/**
 * Logistic regression as tutorials and papers do it, to compare with: numbers at mean 0 and deviation 1 with the mean for missing
 * ones, a column for each category, and as much regularisation as scikit-learn applies by default (C = 1).
 */
export function plainRegression(training: LabelledRows, test: LabelledRows): string[] {
  const { labels, classes } = distinctLabels(training.labels.map(String));
  const { encode, width } = plainEncoding(training.rows);
  const none = { values: new Float32Array(0), width: 0 };
  const tableOf = (rows: readonly InputRow[]) => featureRows(rows.map(encode), none, width);
  const use = Uint32Array.from(training.rows, (_, i) => i);
  const classWeights = new Float32Array(labels.length).fill(1);
  const fit = new LogisticRegression({
    rows: tableOf(training.rows),
    classes,
    classCount: labels.length,
    classWeights,
    use,
  });
  const model = fit.run({ cost: 1, epochs: EPOCHS }, UNWATCHED);
  const table = tableOf(test.rows);
  return test.rows.map((_, row) => labels[likeliest(scoresOf(table, row))]);

  function scoresOf(rows: FeatureRows, row: number): Float64Array {
    const scores = new Float64Array(labels.length);
    scoreRow(model, rows, row, scores);
    return scores;
  }
}

function likeliest(scores: Float64Array): number {
  return scores.indexOf(Math.max(...scores));
}

function plainEncoding(rows: readonly InputRow[]): { encode: (row: InputRow) => SparseRow; width: number } {
  const columns = new Map<string, number>();
  const encoders = inferFields(rows).map(({ name, type }) => {
    if (type === 'number') return numberColumn(rows, name, columns);
    for (const row of rows) columnFor(columns, `${name}=${row[name]}`);
    return (row: InputRow): [number | undefined, number] => [columns.get(`${name}=${row[name]}`), 1];
  });
  const encode = (row: InputRow): SparseRow => {
    const known = encoders.map((encoder) => encoder(row)).filter(([column]) => column !== undefined);
    return { columns: known.map(([column]) => column!), values: known.map(([, value]) => value) };
  };
  return { encode, width: columns.size };
}

function numberColumn(rows: readonly InputRow[], name: string, columns: Map<string, number>) {
  const values = rows.map((row) => numberOf(row[name])).filter((value) => !Number.isNaN(value));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) || 1;
  const column = columnFor(columns, name);
  return (row: InputRow): [number | undefined, number] => {
    const value = numberOf(row[name]);
    return [column, Number.isNaN(value) ? 0 : (value - mean) / deviation];
  };
}

function columnFor(columns: Map<string, number>, name: string): number {
  const column = columns.get(name) ?? columns.size;
  columns.set(name, column);
  return column;
}
