import type { ExtractionJob } from '../extract-file.js';
import type { Extracted } from '../extracted.js';

/** To the process: a file to read, or that its next documents may be sent. */
export type ExtractionRequest = { kind: 'extract'; job: ExtractionJob } | { kind: 'continue' };

/** From the process: `ready` once, when its modules are loaded. After `found` it waits for `continue`; `done` and `failed` end the file. */
export type ExtractionReply =
  | { kind: 'ready' }
  | { kind: 'found'; items: Extracted[] }
  | { kind: 'done'; items: Extracted[] }
  /** `isBroken`: the process can't be used for another file. */
  | { kind: 'failed'; reason: string; isBroken?: boolean };
