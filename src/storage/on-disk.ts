import { StorageWriteError } from './storage.js';

// A full disk is no defect of the service: clients are told to try again later, as for any write to the store.

/** Waits for a step that writes to the data folder. `what` is what is written: "The body of a request". */
export async function onDisk<Result>(what: string, step: Promise<Result>): Promise<Result> {
  try {
    return await step;
  } catch (error) {
    throw writeFailure(what, error);
  }
}

/** The same for threads that may wait. */
export function onDiskSync<Result>(what: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw writeFailure(what, error);
  }
}

function writeFailure(what: string, error: unknown): StorageWriteError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageWriteError(`${what} could not be written to the data folder: ${reason}`, { cause: error });
}
