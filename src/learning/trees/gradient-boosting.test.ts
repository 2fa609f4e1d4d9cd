import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../random.js';
import { TrainingCanceled, UNWATCHED } from '../training-control.js';
import { type BoostSettings, boost } from './gradient-boosting.js';
import type { BinnedTable } from './histogram.js';
import { logisticLoss, softmaxLoss, squaredLoss } from './loss.js';
import { averageEnsembles, firstRounds, scoreRows, treeContributions } from './tree-ensemble.js';

const SETTINGS: BoostSettings = {
  rounds: 40,
  maxLeaves: 8,
  learningRate: 0.2,
  minRowsPerLeaf: 5,
  l2: 1,
  rowFraction: 1,
  columnFraction: 1,
};

/** A number (bin 0 is missing), a category and a noise column. */
function madeUpTable(count: number): BinnedTable {
  const random = seededRandom(5);
  const column = (binCount: number, ordered: boolean) => ({
    bins: Uint8Array.from({ length: count }, () => Math.floor(random() * binCount)),
    binCount,
    ordered,
  });
  return { count, columns: [column(50, true), column(9, false), column(200, true)] };
}

const table = madeUpTable(600);
const everyRow = Uint32Array.from({ length: 600 }, (_, i) => i);
const [number, category] = table.columns.map(({ bins }) => bins);
/** Missing numbers belong with the large ones, and odd categories together: no single threshold separates either. */
const classes = number.map((bin, i) => Number((bin === 0 || bin > 25) !== (category[i] % 2 === 1)));
const twoClasses = logisticLoss(Uint32Array.from(classes));

test('an interaction of a number with gaps and a category is learnt', () => {
  const { ensemble } = boost({ table, loss: twoClasses, use: everyRow, settings: SETTINGS }, UNWATCHED);
  const scores = scoreRows(ensemble, table, everyRow);
  const right = scores.filter((score, i) => Number(score > 0) === classes[i]).length;
  expect(right / 600).toBeGreaterThan(0.97);
});

test('more than two classes get a score each', () => {
  const three = Uint32Array.from(number, (bin) => Math.floor(bin / 17));
  const { ensemble } = boost({ table, loss: softmaxLoss(three, 3), use: everyRow, settings: SETTINGS }, UNWATCHED);
  const scores = scoreRows(ensemble, table, everyRow);
  const right = three.filter((own, i) => scores[i * 3 + own] === Math.max(...scores.subarray(i * 3, i * 3 + 3)));
  expect(right.length / 600).toBeGreaterThan(0.97);
});

test('numbers are fitted', () => {
  const targets = Float64Array.from(number, (bin, i) => bin / 10 + category[i]);
  const loss = squaredLoss(targets);
  const { ensemble } = boost({ table, loss, use: everyRow, settings: { ...SETTINGS, rounds: 100 } }, UNWATCHED);
  expect(loss.mean(scoreRows(ensemble, table, everyRow), everyRow)).toBeLessThan(0.1);
});

test('column contributions, root values and base add up to the score', () => {
  const { ensemble } = boost({ table, loss: twoClasses, use: everyRow, settings: SETTINGS }, UNWATCHED);
  const start = ensemble.roots.reduce((sum, root) => sum + ensemble.value[root], ensemble.base[0]);
  fc.assert(
    fc.property(fc.nat(599), (row) => {
      const bins = table.columns.map((column) => column.bins[row]);
      const parts = treeContributions(ensemble, bins, [1]).reduce((sum, part) => sum + part, 0);
      expect(start + parts).toBeCloseTo(scoreRows(ensemble, table, Uint32Array.of(row))[0], 4);
    }),
  );
});

test('the average of several ensembles returns their mean score', () => {
  const grown = [1, 2, 3].map(
    (seed) =>
      boost({ table, loss: twoClasses, use: everyRow, settings: { ...SETTINGS, rowFraction: 0.5 }, seed }, UNWATCHED)
        .ensemble,
  );
  const mean = scoreRows(averageEnsembles(grown), table, everyRow);
  const each = grown.map((ensemble) => scoreRows(ensemble, table, everyRow));
  mean.forEach((score, i) => {
    expect(score).toBeCloseTo(
      each.reduce((sum, scores) => sum + scores[i] / 3, 0),
      4,
    );
  });
});

test('boosting stops early when the validation loss stops falling, and an ensemble can be cut to its first rounds', () => {
  const noise = logisticLoss(Uint32Array.from(table.columns[2].bins, (bin) => (bin * 7) % 2));
  const stopping = { rows: everyRow.subarray(300), patience: 5 };
  const { ensemble, losses } = boost(
    { table, loss: noise, use: everyRow.subarray(0, 300), settings: SETTINGS },
    UNWATCHED,
    stopping,
  );
  expect(losses.length).toBeLessThan(40);
  expect(ensemble.roots).toHaveLength(losses.length);
  expect(firstRounds(ensemble, 2).roots).toHaveLength(2);
});

test('a canceled run stops', () => {
  const control = { onProgress: () => {}, signal: { aborted: true } };
  expect(() => boost({ table, loss: twoClasses, use: everyRow, settings: SETTINGS }, control)).toThrow(
    TrainingCanceled,
  );
});
