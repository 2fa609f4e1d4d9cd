export interface SuffixList {
  suffixes: ReadonlySet<string>;
  longest: number;
}

/** Suffixes parted by spaces. */
export function suffixList(suffixes: string): SuffixList {
  const list = suffixes.split(' ');
  return { suffixes: new Set(list), longest: Math.max(...list.map((suffix) => suffix.length)) };
}

/** The word without the longest suffix of the list that leaves at least `shortestRest` units, if it has one. */
export function stripSuffix(word: string, { suffixes, longest }: SuffixList, shortestRest: number): string {
  for (let length = Math.min(longest, word.length - shortestRest); length > 0; length--) {
    if (suffixes.has(word.slice(-length))) return word.slice(0, -length);
  }
  return word;
}
