/** How a training run reports progress and is cancelled. Training is synchronous, so both are plain calls, not events. */
export interface TrainingControl {
  /** Receives values from 0 to 1 that never decrease. */
  onProgress(fraction: number): void;
  /** Polled every few milliseconds. A flag in shared memory can back it. */
  readonly signal: { readonly aborted: boolean };
}

export class TrainingCanceled extends Error {
  constructor() {
    super('The training was canceled.');
    this.name = 'TrainingCanceled';
  }
}

export const UNWATCHED: TrainingControl = { onProgress: () => {}, signal: { aborted: false } };

export function throwIfCanceled(control: TrainingControl): void {
  if (control.signal.aborted) throw new TrainingCanceled();
}

/**
 * Divides a run into consecutive stages. Each stage gets a control that it drives from 0 to 1; its weight is its share of
 * the whole run, relative to the other weights. A stage that reports nothing simply takes up its share.
 */
export function progressStages<Stage extends string>(
  control: TrainingControl,
  weights: Readonly<Record<Stage, number>>,
): Record<Stage, TrainingControl> {
  const stages = Object.entries<number>(weights);
  const total = stages.reduce((sum, [, weight]) => sum + weight, 0);
  let before = 0;
  const controls = stages.map(([stage, weight]) => {
    const from = before / total;
    before += weight;
    return [stage, progressRange(control, from, before / total)];
  });
  return Object.fromEntries(controls) as Record<Stage, TrainingControl>;
}

/** The control of step number `step` (from 0) of `count` steps that take equally long. */
export function progressStep(control: TrainingControl, step: number, count: number): TrainingControl {
  return progressRange(control, step / count, (step + 1) / count);
}

function progressRange(control: TrainingControl, from: number, to: number): TrainingControl {
  return {
    signal: control.signal,
    onProgress: (fraction) => control.onProgress(from + (to - from) * fraction),
  };
}
