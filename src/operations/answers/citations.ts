/** A citation that is not finished yet, or white space before one that may come. */
const MAY_GO_ON = /\s*(?:\[[\d,;\s–-]{0,30})?$/;
const CITATION = /(\s*)\[(\d{1,4}(?:\s*[,;–-]\s*\d{1,4}){0,9})\]/g;

/**
 * Passes on what a model writes, piece by piece, without citations that point at nothing. What may become a citation is
 * held back until it is one or not. White space at both ends is dropped.
 */
export class CitationFilter {
  #held = '';
  #begun = false;

  /** `sources` is how many there are: `[1]` to `[sources]` are kept. */
  constructor(private readonly sources: number) {}

  push(piece: string): string {
    this.#held += piece;
    const end = this.#held.search(MAY_GO_ON);
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
    const kept = keepCitations(text, this.sources);
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

/** `1, 3-5` is 1, 3, 4, 5. A range of more than a few is none that anyone means. */
function numbersOf(inside: string): number[] {
  const numbers = inside.split(/[,;]/).flatMap((part) => {
    const [from, to = from] = part.split(/[–-]/).map(Number);
    return to >= from && to - from < 20 ? Array.from({ length: to - from + 1 }, (_, i) => from + i) : [from, to];
  });
  return [...new Set(numbers)];
}

/** What was said before cites other sources than those of now. */
export function withoutCitations(text: string): string {
  return text.replace(CITATION, '');
}
