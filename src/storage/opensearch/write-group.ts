import { randomBytes } from 'node:crypto';
import type { Change, Document, DocumentHead } from '../../domain/document/document.js';
import type { DocumentVectors } from '../../domain/document/vectors.js';
import type { SeenVersion } from '../../opensearch/bulk.js';
import type { AlreadyAnswered, DocumentWrite, IdempotencyRecord, WriteOutcome } from '../storage.js';
import { type DocumentState, headOf, toIndex } from './stored-document.js';

/** One write of a caller, who waits for it. */
export interface WriteJob {
  write: DocumentWrite;
  /** Whether no listener is told. */
  silent: boolean;
  resolve(outcome: WriteOutcome): void;
  reject(error: unknown): void;
}

type ChangeToNumber = Change extends infer Each ? (Each extends Change ? Omit<Each, 'sequence'> : never) : never;

/** What a job comes to once the group is stored. */
export type JobOutcome =
  | { job: WriteJob; change: ChangeToNumber; previous: DocumentHead | null }
  | { job: WriteJob; refusal: unknown };

export interface Decision {
  /** The document after all writes of the group; null if there is none. */
  state: DocumentState | null;
  outcomes: JobOutcome[];
  records: { key: string; record: IdempotencyRecord; deletes: boolean }[];
}

/**
 * The writes to one document that are stored together. A group is stored as a whole or not at all, in as many tries as it
 * takes: each reads the document, runs the decisions in order, and writes what they come to.
 */
export class WriteGroup {
  /** Written with the document, so that a write whose answer was lost can be recognised. The same for all tries. */
  readonly token = randomBytes(9).toString('base64url');
  tries = 0;
  /** What the last try was to store; null before the first. */
  decision: Decision | null = null;
  /** Whether a try may have been stored without our knowing. */
  mayBeStored = false;
  /** The state on condition of which the last try was to be stored; null for none. */
  seen: SeenVersion | null = null;
  readonly #answered = new Map<string, AlreadyAnswered>();

  constructor(
    readonly id: string,
    readonly jobs: readonly WriteJob[],
    /** When to give up trying. */
    public deadline: number,
  ) {}

  /** Vectors are large: they are read only where a write keeps them. */
  get keepsVectors(): boolean {
    return this.jobs.some(({ write }) => write.embedding === undefined);
  }

  /** Runs the decisions on what is stored. */
  decide(stored: DocumentState | null, isDropped: (space: string) => boolean): Decision {
    const decision: Decision = { state: stored, outcomes: [], records: [] };
    for (const job of this.jobs) {
      try {
        decision.outcomes.push(this.#decideOne(job, decision, isDropped));
      } catch (refusal) {
        decision.outcomes.push({ job, refusal });
      }
    }
    this.decision = decision;
    return decision;
  }

  /** Another instance has answered the request with this idempotency key: its write is refused from now on. */
  refuse(key: string, error: AlreadyAnswered): void {
    this.#answered.set(key, error);
  }

  rejectAll(error: unknown): void {
    for (const job of this.jobs) job.reject(error);
  }

  #decideOne(job: WriteJob, decision: Decision, isDropped: (space: string) => boolean): JobOutcome {
    const { write } = job;
    const before = decision.state;
    const decided = write.decide(before?.document ?? null);
    checkDecision(write.id, decided, before);
    const made = write.idempotency?.(decided);
    const answered = made && this.#answered.get(made.key);
    if (answered !== undefined) throw answered;
    const previous = before && headOf(before.document);
    if (made !== undefined) decision.records.push({ ...made, deletes: decided === 'delete' });
    if (decided === 'delete') {
      decision.state = null;
      return { job, change: { kind: 'delete', id: write.id }, previous };
    }
    decision.state = { document: decided, ...embeddingAfter(write, before, isDropped) };
    return { job, change: { kind: 'put', ...toIndex(decision.state) }, previous };
  }
}

function checkDecision(id: string, decided: Document | 'delete', before: DocumentState | null): void {
  if (decided === 'delete' && before === null) throw new Error('There is no such document to delete.');
  if (decided !== 'delete' && decided.id !== id) throw new Error('A document cannot be stored under another id.');
}

/** Vectors of a dropped space are left out, in case the write began before the drop. */
function embeddingAfter(
  { embedding }: DocumentWrite,
  before: DocumentState | null,
  isDropped: (space: string) => boolean,
): Omit<DocumentState, 'document'> {
  const { passages, vectors: given } = embedding ?? before ?? { passages: [], vectors: [] };
  const vectors: readonly DocumentVectors[] = given.filter(({ space }) => !isDropped(space));
  return vectors.length === 0 ? { passages: [], vectors } : { passages, vectors };
}
