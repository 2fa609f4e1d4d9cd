/** Something that takes long to make, for a name. */
interface Entry<Value> {
  /** How often it was asked for lately. */
  asked: number;
  size: number;
  /** Whether there is room for it. */
  isFavourite: boolean;
  /** Null until it was made. */
  value: Value | null;
  /** What the value was made for, or would have been when it was asked for last: for anything else it can't be used. */
  version: string;
}

/** After so many questions it is looked at which names were asked for most. */
const REVIEWED_AFTER = 4096;

/**
 * Keeps what is asked for most, as far as there is room. What is asked for least may be asked for now, so unlike with `Recent`,
 * most questions may be answered with null: then whoever asks does without.
 */
export class Favourites<Value> {
  private entries = new Map<string, Entry<Value>>();
  private questions = 0;
  private taken = 0;

  constructor(private readonly room: number) {}

  /** `size` is what it would take at most. It is made when it is asked for the second time for the same version. */
  get(name: string, { size, version, make }: { size: () => number; version: string; make: () => Value }): Value | null {
    if (++this.questions >= REVIEWED_AFTER) this.review();
    const entry = this.entries.get(name);
    if (entry === undefined) {
      this.entries.set(name, this.admit({ asked: 1, size: size(), isFavourite: false, value: null, version }));
      return null;
    }
    entry.asked++;
    if (entry.version !== version) {
      entry.version = version;
      entry.value = null;
    } else if (entry.isFavourite) {
      entry.value ??= make();
    }
    return entry.value;
  }

  /** Gives the room to those that were asked for most, and forgets half of each count: what was is not what is. */
  private review(): void {
    this.questions = 0;
    this.taken = 0;
    const byAsked = [...this.entries].sort(([, a], [, b]) => b.asked - a.asked);
    this.entries = new Map(byAsked.filter(([, { asked }]) => asked > 1));
    for (const entry of this.entries.values()) {
      entry.asked >>>= 1;
      if (!this.admit(entry).isFavourite) entry.value = null;
    }
  }

  private admit(entry: Entry<Value>): Entry<Value> {
    entry.isFavourite = this.taken + entry.size <= this.room;
    if (entry.isFavourite) this.taken += entry.size;
    return entry;
  }
}
