import { MODES, type Mode } from '../../domain/document/document.js';
import type { Engine } from '../../engine/engine.js';
import type { DocumentMap } from '../map/document-map.js';
import type { TrainingQueue } from '../models/training-queue.js';
import type { ReembeddingProgress } from '../vectors/reembedding-progress.js';
import { type Activity, type ActivitySource, activity } from './activities.js';
import type { RunningImports } from './running-imports.js';

interface ActiveParts {
  imports: RunningImports;
  training(): TrainingQueue;
  reembedding(): ReembeddingProgress | null;
  engine(mode: Mode): Engine;
  map(mode: Mode): DocumentMap;
}

/** Everything of the service that shows activities. A new kind of activity is a new source here. */
export function activitySources({ imports, training, reembedding, engine, map }: ActiveParts): ActivitySource[] {
  return [
    () => imports.activities(),
    () => training().underWay().map(trainingActivity),
    () => encoderChange(reembedding()),
    ...MODES.map((mode) => () => engineWork(mode, engine(mode))),
    ...MODES.map((mode) => () => map(mode).activities()),
  ];
}

function trainingActivity(training: ReturnType<TrainingQueue['underWay']>[number]): Activity {
  const { mode, modelId, version, progress, startedAt } = training;
  return activity({ kind: 'training', mode, startedAt, progress, model: { id: modelId, version } });
}

/** Documents of both modes get the vectors of the new encoder. */
function encoderChange(reembedding: ReembeddingProgress | null): Activity[] {
  if (reembedding === null || reembedding.milliseconds === null) return [];
  const { milliseconds, done, total, givenUp } = reembedding;
  const startedAt = Math.round(Date.now() - milliseconds);
  return [activity({ kind: 'encoder_change', mode: null, startedAt, ...documents(done, total), failed: givenUp })];
}

async function engineWork(mode: Mode, engine: Engine): Promise<Activity[]> {
  const { work } = await engine.status();
  return work.map(({ kind, startedAt, done, total }) => activity({ kind, mode, startedAt, ...documents(done, total) }));
}

function documents(done: number | null, total: number | null): Pick<Activity, 'done' | 'total' | 'progress'> {
  const progress = done === null || total === null || total === 0 ? null : Math.min(1, done / total);
  return { done, total, progress };
}
