import { setPriority } from 'node:os';
import { Directions } from '../../algorithms/layout/directions.js';
import { layOutPoints } from '../../algorithms/layout/lay-out-points.js';
import { seededRandom } from '../../learning/random.js';
import { serveCalls } from '../../threads/callable-thread.js';

export interface LayoutRequest {
  /** Row after row. */
  codes: Int8Array;
  dimensions: number;
  /** Where points were before, x and y in turns, NaN for those that were not there; null if there was no layout. */
  earlier: Float32Array | null;
  /** Takes how far it is, in thousandths. */
  progress: Int32Array;
}

const NICENESS = 10;
/** The same documents always give the same map. */
const SEED = 24;

// On Linux this is the priority of the calling thread; elsewhere it would be that of the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

const methods = {
  layOut: ({ codes, dimensions, earlier, progress }: LayoutRequest): Float32Array =>
    layOutPoints(new Directions(codes, dimensions), {
      random: seededRandom(SEED),
      earlier,
      onProgress: (done) => Atomics.store(progress, 0, Math.round(1000 * done)),
    }),
};

export type LayoutMethods = typeof methods;

serveCalls(methods);
