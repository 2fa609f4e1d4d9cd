/** A Unigram vocabulary as tokenizer.json keeps it: pieces with their log probabilities, a piece's place being its id. */
export interface UnigramVocabulary {
  vocab: readonly (readonly [piece: string, logProbability: number])[];
  unk_id: number;
}

/** Below the rarest piece by this much: what the vocabulary lacks is the last resort. As in SentencePiece. */
const UNKNOWN_PENALTY = 10;

/**
 * Cuts a text into the pieces of a vocabulary whose probabilities have the largest product (Viterbi). Works on UTF-16
 * units in a trie of typed arrays, in time proportional to the text's length.
 */
export class Unigram {
  readonly unknownId: number;
  readonly #trie: Trie;
  readonly #ids = new Map<string, number>();
  readonly #scores: Float64Array;
  readonly #unknownScore: number;
  /** For each position of a text: the best score of a cut up to it, and the last piece of that cut. */
  #bestScores = new Float64Array(256);
  #pieceStarts = new Int32Array(256);
  #pieceIds = new Int32Array(256);

  constructor({ vocab, unk_id }: UnigramVocabulary) {
    this.unknownId = unk_id;
    this.#scores = Float64Array.from(vocab, ([, score]) => score);
    this.#unknownScore = vocab.reduce((least, [, score]) => Math.min(least, score), 0) - UNKNOWN_PENALTY;
    this.#trie = new Trie(vocab.reduce((sum, [piece]) => sum + piece.length, 0));
    vocab.forEach(([piece], id) => {
      this.#ids.set(piece, id);
      this.#trie.insert(piece, id);
    });
  }

  idOf(piece: string): number | undefined {
    return this.#ids.get(piece);
  }

  /** Ids of the pieces, and where each ends. Neighbouring characters that the vocabulary lacks are one unknown piece. */
  cut(text: string): { ids: number[]; ends: number[] } {
    this.#score(text);
    const ids: number[] = [];
    const ends: number[] = [];
    for (let end = text.length; end > 0; end = this.#pieceStarts[end]) {
      const id = this.#pieceIds[end];
      if (id === this.unknownId && ids.at(-1) === id) continue;
      ids.push(id);
      ends.push(end);
    }
    return { ids: ids.reverse(), ends: ends.reverse() };
  }

  #score(text: string): void {
    this.#reserve(text.length + 1);
    const best = this.#bestScores.fill(Number.NEGATIVE_INFINITY, 0, text.length + 1);
    best[0] = 0;
    for (let start = 0; start < text.length; start++) {
      // Only the second half of a surrogate pair is never reached.
      if (best[start] === Number.NEGATIVE_INFINITY) continue;
      const characterEnd = start + characterLength(text, start);
      let hasCharacter = false;
      let node = ROOT;
      for (let end = start + 1; end <= text.length; end++) {
        node = this.#trie.child(node, text.charCodeAt(end - 1));
        if (node === NONE) break;
        const id = this.#trie.value(node);
        if (id === NONE) continue;
        if (end === characterEnd) hasCharacter = true;
        this.#offer(start, end, id, best[start] + this.#scores[id]);
      }
      if (!hasCharacter) this.#offer(start, characterEnd, this.unknownId, best[start] + this.#unknownScore);
    }
  }

  /** Of equal scores the first offered, that with the longest last piece, is kept. */
  #offer(start: number, end: number, id: number, score: number): void {
    if (!(score > this.#bestScores[end])) return;
    this.#bestScores[end] = score;
    this.#pieceStarts[end] = start;
    this.#pieceIds[end] = id;
  }

  #reserve(positions: number): void {
    if (positions <= this.#bestScores.length) return;
    const length = 2 * positions;
    this.#bestScores = new Float64Array(length);
    this.#pieceStarts = new Int32Array(length);
    this.#pieceIds = new Int32Array(length);
  }
}

function characterLength(text: string, at: number): number {
  const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
  return isPair ? 2 : 1;
}

const ROOT = 0;
const NONE = -1;

/** A trie whose edges are in one hash table with linear probing. */
class Trie {
  readonly #mask: number;
  /** An edge: the node it leaves, the UTF-16 unit it is for, the node it leads to. */
  readonly #parents: Int32Array;
  readonly #units: Uint16Array;
  readonly #children: Int32Array;
  readonly #values: Int32Array;
  #nodes = 1;

  constructor(mostNodes: number) {
    const slots = 2 ** Math.ceil(Math.log2(2 * mostNodes));
    this.#mask = slots - 1;
    this.#parents = new Int32Array(slots).fill(NONE);
    this.#units = new Uint16Array(slots);
    this.#children = new Int32Array(slots);
    this.#values = new Int32Array(mostNodes + 1).fill(NONE);
  }

  insert(text: string, value: number): void {
    let node = ROOT;
    for (let i = 0; i < text.length; i++) {
      const slot = this.#slot(node, text.charCodeAt(i));
      if (this.#parents[slot] === NONE) {
        this.#parents[slot] = node;
        this.#units[slot] = text.charCodeAt(i);
        this.#children[slot] = this.#nodes++;
      }
      node = this.#children[slot];
    }
    this.#values[node] = value;
  }

  child(node: number, unit: number): number {
    const slot = this.#slot(node, unit);
    return this.#parents[slot] === NONE ? NONE : this.#children[slot];
  }

  /** What was inserted with the text that leads to the node. */
  value(node: number): number {
    return this.#values[node];
  }

  /** Where the edge is, or where it would go. */
  #slot(node: number, unit: number): number {
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    while (this.#parents[slot] !== NONE && (this.#parents[slot] !== node || this.#units[slot] !== unit))
      slot = (slot + 1) & this.#mask;
    return slot;
  }
}
