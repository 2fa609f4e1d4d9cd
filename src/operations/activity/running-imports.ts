import type { Mode } from '../../domain/document/document.js';
import type { ImportProgress } from '../documents/import-documents.js';
import { type Activity, activity } from './activities.js';

interface RunningImport extends ImportProgress {
  mode: Mode;
  startedAt: number;
}

/** The imports that this instance is carrying out. */
export class RunningImports {
  readonly #running = new Set<RunningImport>();

  /** Runs an import and shows it until it has ended. */
  async watch<Result>(mode: Mode, run: (progress: ImportProgress) => Promise<Result>): Promise<Result> {
    const running: RunningImport = { mode, startedAt: Date.now(), received: 0, written: 0, failed: 0 };
    this.#running.add(running);
    try {
      return await run(running);
    } finally {
      this.#running.delete(running);
    }
  }

  activities(): Activity[] {
    return [...this.#running].map(({ mode, startedAt, received, written, failed }) =>
      activity({ kind: 'import', mode, startedAt, received, done: written, failed }),
    );
  }
}
