import { randomUUID } from 'node:crypto';
import type { ClaimStorage } from './shared-work.js';

/** A claim that is renewed until it is given back. */
export interface Lease {
  /** Aborts when the claim is lost: somebody else may be at the work by now, so it must stop. */
  signal: AbortSignal;
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** How long the claim holds if this process dies. */
  milliseconds?: number;
  /** How far the work is, from 0 to 1. */
  progress?: () => number;
}

const LEASE_MILLISECONDS = 15_000;
/** A renewal may fail twice before the claim is lost. */
const RENEWALS_IN_LEASE = 4;

/** Takes a claim for work that is done by one instance at a time. Null while another has it. */
export async function takeLease(claims: ClaimStorage, name: string, options: LeaseOptions = {}): Promise<Lease | null> {
  const lease = new RenewedLease(claims, name, options);
  return (await lease.take()) ? lease : null;
}

class RenewedLease implements Lease {
  readonly #claims: ClaimStorage;
  readonly #name: string;
  readonly #milliseconds: number;
  readonly #progress: () => number;
  readonly #holder = randomUUID();
  readonly #lost = new AbortController();
  #renewing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  /** Fires when the claim has not been renewed in time, also if this process was paused: before it does anything else. */
  #expiry: NodeJS.Timeout | null = null;

  constructor(claims: ClaimStorage, name: string, { milliseconds, progress }: LeaseOptions) {
    this.#claims = claims;
    this.#name = name;
    this.#milliseconds = milliseconds ?? LEASE_MILLISECONDS;
    this.#progress = progress ?? (() => 0);
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  async take(): Promise<boolean> {
    if (!(await this.#ask())) return false;
    this.#wait();
    return true;
  }

  async release(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#renewing;
    if (this.#expiry !== null) clearTimeout(this.#expiry);
    await this.#claims.release(this.#name, this.#holder);
  }

  /** Counts from before the question: the claim may have been renewed as early. */
  async #ask(): Promise<boolean> {
    const askedAt = performance.now();
    const [name, holder, milliseconds] = [this.#name, this.#holder, this.#milliseconds];
    const taken = await this.#claims.take({ name, holder, milliseconds, progress: this.#progress() });
    if (taken) this.#holdUntil(askedAt + milliseconds);
    return taken;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#renewing = this.#renew();
    }, this.#milliseconds / RENEWALS_IN_LEASE).unref();
  }

  async #renew(): Promise<void> {
    // A storage that does not answer is asked again, as long as nobody else can have the claim.
    const holds = await this.#ask().catch(() => true);
    if (!holds) this.#lose();
    else if (this.#timer !== null && !this.signal.aborted) this.#wait();
  }

  #holdUntil(time: number): void {
    if (this.#expiry !== null) clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => this.#lose(), time - performance.now()).unref();
  }

  #lose(): void {
    this.#lost.abort(new Error('Another instance has taken over this work.'));
  }
}
