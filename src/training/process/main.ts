import '../../telemetry-off.js';

import { writeFile } from 'node:fs/promises';
import type { TrainingControl } from '../../learning/control.js';
import { TrainingFailed } from '../trainer.js';
import type { ReportMessage, StartMessage } from './messages.js';
import { trainRows } from './train-rows.js';
import { trainText } from './train-text.js';

// The process that trains one model, told what by the service that started it, and ends.

const REPORT_MILLISECONDS = 250;
const PARENT_CHECK_MILLISECONDS = 500;

process.once('message', (start: StartMessage) => {
  run(start)
    .catch((error): ReportMessage => failureOf(error))
    .then((message) => process.send?.(message, () => process.exit(0)));
});
// A service that was killed can stop nobody: whoever works for it must notice by themselves.
process.once('disconnect', () => process.exit(1));

async function run({ job, embedding }: StartMessage): Promise<ReportMessage> {
  const control = controlOf(process.ppid);
  const { facts, model } = await (job.kind === 'predictor'
    ? trainRows(job, embedding, control)
    : trainText(job, embedding, control));
  await writeFile(job.model, model, { mode: 0o600, flush: true });
  return { kind: 'trained', facts };
}

/** Fitting leaves no time for events, so the parent is looked after between its steps. */
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
