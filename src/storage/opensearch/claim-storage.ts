import type { Claim, ClaimStorage } from '../shared-work.js';
import type { Records, StoredRecord } from './records.js';

const KIND = 'claim';

type StoredClaim = Omit<Claim, 'name'>;

export class OpenSearchClaimStorage implements ClaimStorage {
  readonly shared = true;
  readonly #records: Records;
  readonly #now: () => number;
  /** Claims of others: which renewal was seen, and since when. */
  readonly #watched = new Map<string, { renewal: string; since: number }>();

  /** `now` counts milliseconds and never goes back. */
  constructor(records: Records, now: () => number = () => performance.now()) {
    this.#records = records;
    this.#now = now;
  }

  async take(claim: Claim): Promise<boolean> {
    const { name, ...body } = claim;
    const { holder } = body;
    const stored = await this.#records.get<StoredClaim>({ kind: KIND, name });
    if (stored !== null && stored.body.holder !== holder && !this.#isLeft(stored)) return false;
    this.#watched.delete(name);
    return this.#records.replace({ kind: KIND, name }, { body, time: Date.now() }, stored?.seen ?? null);
  }

  async release(name: string, holder: string): Promise<void> {
    const stored = await this.#records.get<StoredClaim>({ kind: KIND, name });
    if (stored?.body.holder === holder) await this.#records.removeSeen({ kind: KIND, name }, stored.seen);
  }

  async progress(name: string): Promise<number> {
    const stored = await this.#records.get<StoredClaim>({ kind: KIND, name });
    return stored?.body.progress ?? 0;
  }

  /** Removes claims that were not renewed since `time`. */
  async removeOld(time: number): Promise<void> {
    await this.#records.removeAllSeen(KIND, await this.#records.listOld(KIND, time));
  }

  /** Whether the claim has not been renewed for its time, while we watched. Each renewal has a new number. */
  #isLeft({ name, body, seen }: StoredRecord<StoredClaim>): boolean {
    const renewal = `${seen.primaryTerm}/${seen.seqNo}`;
    const watched = this.#watched.get(name);
    if (watched?.renewal === renewal) return this.#now() - watched.since >= body.milliseconds;
    this.#watched.set(name, { renewal, since: this.#now() });
    return false;
  }
}
