import '../../telemetry-off.js';

import { writeFile } from 'node:fs/promises';
import type { TrainingControl } from '../../learning/training-control.js';
import { TrainingFailed } from '../trainer.js';
import type { ReportMessage, StartMessage } from './child-process-trainer.js';
import { trainPredictorFrom, trainTextClassifierFrom } from './train-model.js';

// The entry point of the child process: receives one job, trains the model, reports the result and exits.

const REPORT_MILLISECONDS = 250;
const PARENT_CHECK_MILLISECONDS = 500;

process.once('message', (start: StartMessage) => {
  run(start)
    .catch((error): ReportMessage => failureOf(error))
    .then((message) => process.send?.(message, () => process.exit(0)));
});
// A service that was killed can't stop its children, so they notice by themselves.
process.once('disconnect', () => process.exit(1));

async function run({ job, embedding }: StartMessage): Promise<ReportMessage> {
  const control = controlOf(process.ppid);
  const train = job.kind === 'predictor' ? trainPredictorFrom : trainTextClassifierFrom;
  const { facts, model } = await train(job, embedding, control);
  await writeFile(job.model, model, { mode: 0o600, flush: true });
  return { kind: 'trained', facts };
}

/** Fitting blocks the event loop, so no `disconnect` arrives: polling the parent's id detects that it is gone. */
function controlOf(parent: number): TrainingControl {
  let reported = 0;
  let checked = 0;
  return {
    onProgress(fraction) {
      if (performance.now() - reported < REPORT_MILLISECONDS) return;
      reported = performance.now();
      process.send?.({ kind: 'progress', fraction } satisfies ReportMessage);
    },
    signal: {
      get aborted() {
        if (performance.now() - checked < PARENT_CHECK_MILLISECONDS) return false;
        checked = performance.now();
        return process.ppid !== parent;
      },
    },
  };
}

function failureOf(error: unknown): ReportMessage {
  if (error instanceof TrainingFailed) return { kind: 'failed', code: error.code, message: error.message };
  console.error(error);
  const message = 'The training failed on our side. The operator finds the reason in the log.';
  return { kind: 'failed', code: 'training_failed', message };
}
