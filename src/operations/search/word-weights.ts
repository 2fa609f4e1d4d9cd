import type { QueryWord } from '../../text/query/query.js';
import { isIdeograph } from '../../text/unspaced-scripts.js';

/** Next to a word that stands for itself: its parts are there beside it. */
const COMPOUND = 0.5;
/** The same of two characters beside the words they are from, and of single characters beside the pair they make. */
const BESIDE = 0.4;

/** What words of a query tell, next to one that stands for itself. */
export class WordWeights {
  /** Pairs of characters that stand together, though no dictionary has them as one word: with each of the two. */
  private readonly spelled = new Set<QueryWord>();
  /** How many pairs a word was cut into that mean nothing without each other. */
  private readonly pieces = new Map<QueryWord['pieceOf'], number>();

  constructor(words: readonly QueryWord[]) {
    const characters = words.filter(
      ({ kind, term, isStopWord }) => kind === 'word' && isIdeograph(term) && !isStopWord,
    );
    const byStart = new Map(characters.map((character) => [character.start, character]));
    const byEnd = new Map(characters.map((character) => [character.end, character]));
    for (const pair of words.filter(({ kind }) => kind === 'bigram')) {
      const first = byStart.get(pair.start);
      const second = byEnd.get(pair.end);
      if (first !== undefined && second !== undefined) for (const word of [pair, first, second]) this.spelled.add(word);
      this.pieces.set(pair.pieceOf, (this.pieces.get(pair.pieceOf) ?? 0) + 1);
    }
  }

  of(word: QueryWord): number {
    switch (word.kind) {
      case 'compound':
        return COMPOUND;
      case 'word':
        return this.spelled.has(word) ? BESIDE : 1;
      case 'bigram':
        if (this.spelled.has(word)) return 1;
        return word.pieceOf === null ? BESIDE : BESIDE / this.pieces.get(word.pieceOf)!;
    }
  }
}
