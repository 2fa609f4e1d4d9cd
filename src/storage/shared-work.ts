/**
 * Claims to work that one instance of the service does for all. A claim must be renewed: when its holder dies, another takes
 * over. How long a claim has not been renewed is measured by the clock of the one who waits, so clocks need not agree.
 */
export interface ClaimStorage {
  /** Whether others may hold claims, too. If not, nobody needs to look for work that others have left. */
  readonly shared: boolean;
  /**
   * Takes or renews a claim; false while another holds it. One that has not been renewed for the time that its holder named
   * is given to whoever has asked for it since then and asks again.
   */
  take(claim: Claim): Promise<boolean>;
  /** How far the holder of a claim has come, as it said when it last renewed it: 0 to 1; 0 if nobody holds it. */
  progress(name: string): Promise<number>;
  /** Gives a claim back, if `holder` has it. */
  release(name: string, holder: string): Promise<void>;
}

export interface Claim {
  name: string;
  /** Different for each that asks. */
  holder: string;
  /** How long the claim holds if it is not renewed. */
  milliseconds: number;
  /** How far the work is, from 0 to 1. */
  progress?: number;
}

/** Files in pieces, each small enough for one request. */
export interface ExampleStorage {
  put(name: string, piece: number, bytes: Buffer): Promise<void>;
  /** Null if the file has no such piece. */
  get(name: string, piece: number): Promise<Buffer | null>;
  remove(name: string): Promise<void>;
  /** Removes files that were put before `time` and are not among `needed`: their uploads were broken off. */
  removeOld(needed: ReadonlySet<string>, time: number): Promise<void>;
}
