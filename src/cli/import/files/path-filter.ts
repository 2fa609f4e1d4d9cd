import picomatch from 'picomatch';

type Matcher = (path: string) => boolean;

/** Which files of a folder are wanted, by patterns such as `*.md` or `drafts/**`. */
export class PathFilter {
  readonly #include: readonly Matcher[];
  readonly #exclude: readonly Matcher[];

  constructor(include: readonly string[], exclude: readonly string[]) {
    this.#include = include.map(matcherOf);
    this.#exclude = exclude.map(matcherOf);
  }

  /** Whether only some files are wanted. */
  get isSelective(): boolean {
    return this.#include.length > 0;
  }

  /** `path` is a file or a folder; nothing in an excluded folder is looked at. */
  excludes(path: string): boolean {
    return this.#exclude.some((matches) => matches(path));
  }

  includes(path: string): boolean {
    return this.#include.length === 0 || this.#include.some((matches) => matches(path));
  }
}

/** As in .gitignore, a pattern without a slash is compared with the name alone, and one slash at the end does not count. */
function matcherOf(pattern: string): Matcher {
  const trimmed = pattern.replace(/^\.?\//, '').replace(/\/$/, '');
  return picomatch(trimmed, { dot: true, basename: !trimmed.includes('/') });
}

export interface Glob {
  /** The folder that the pattern begins in. */
  base: string;
  pattern: string;
}

/** Takes a pattern such as `notes/**\/*.md` apart; null if it has no wildcard. */
export function parseGlob(written: string): Glob | null {
  const { base, glob, isGlob } = picomatch.scan(written);
  return isGlob ? { base: base || '.', pattern: glob } : null;
}
