/** An incomplete citation at the end of a piece, or white space that may precede one. */
const INCOMPLETE_CITATION = /\s*(?:\[[\d,;\s–-]{0,30})?$/;
const CITATION = /(\s*)\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4}){0,9})\]/g;

/**
 * Removes citations of sources that don't exist from a stream of text. The end of a piece that may become a citation is
 * held back until the next piece decides. White space at both ends of the text is dropped.
 */
export class CitationFilter {
  #held = '';
  #begun = false;

  readonly #sources: number;

  /** `sources` is the number of sources: `[1]` to `[sources]` are kept. */
  constructor(sources: number) {
    this.#sources = sources;
  }

  push(piece: string): string {
    this.#held += piece;
    const end = this.#held.search(INCOMPLETE_CITATION);
    const ready = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    return this.#pass(ready);
  }

  /** What is left when the model has finished. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return this.#pass(rest.trimEnd());
  }

  #pass(text: string): string {
    const kept = keepCitations(text, this.#sources);
    const shown = this.#begun ? kept : kept.trimStart();
    if (shown !== '') this.#begun = true;
    return shown;
  }
}

function keepCitations(text: string, sources: number): string {
  return text.replace(CITATION, (_, space: string, inside: string) => {
    const numbers = numbersOf(inside).filter((number) => number >= 1 && number <= sources);
    return numbers.length === 0 ? '' : `${space}[${numbers.join(', ')}]`;
  });
}

/** `1, 3-5` is 1, 3, 4, 5. Only the ends of a range of more than 20 count. */
function numbersOf(inside: string): number[] {
  const numbers = inside.split(/[,;]/).flatMap((part) => {
    const [from, to = from] = part.split(/[–-]/).map(Number);
    return to >= from && to - from < 20 ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [from, to];
  });
  return [...new Set(numbers)];
}

export function withoutCitations(text: string): string {
  return text.replace(CITATION, '');
}
