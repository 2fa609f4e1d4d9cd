/** Shorter ones recur in good texts: "Yes." in a list of verdicts, "Serves four." in recipes. */
const LEAST_WORDS = 4;
const TIMES = 3;
const SENTENCE_END = /[.!?。！？]+["')\]]*\s+|\n+/;

/** Tells when a text that comes in pieces says the same sentence, or the same line, for the third time. */
export class LoopDetector {
  readonly #seen = new Map<string, number>();
  #open = '';

  /** True from the piece on that ends the third one. */
  add(piece: string): boolean {
    const sentences = (this.#open + piece).split(SENTENCE_END);
    this.#open = sentences.pop() ?? '';
    return sentences.map((sentence) => this.#count(sentence)).some((times) => times >= TIMES);
  }

  #count(sentence: string): number {
    const words = wordsOf(sentence);
    if (words.length < LEAST_WORDS) return 0;
    const key = words.join(' ');
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    return times;
  }
}

/** Without the number of a list's item, which counts on while the item stays the same. */
function wordsOf(sentence: string): string[] {
  const words = sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return /^\d+$/.test(words[0] ?? '') ? words.slice(1) : words;
}
