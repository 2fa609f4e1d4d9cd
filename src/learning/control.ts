/** How a training run is watched and stopped. It computes without pause, so both are plain calls, not events. */
export interface TrainingControl {
  /** Told from 0 to 1, never falling. */
  onProgress(fraction: number): void;
  /** Looked at every few milliseconds. A flag in shared memory can stand behind it. */
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

/** The control of one step that takes a run from `from` to `to`. */
export function partOf(control: TrainingControl, from: number, to: number): TrainingControl {
  return {
    signal: control.signal,
    onProgress: (fraction) => control.onProgress(from + (to - from) * fraction),
  };
}
