/** Most nodes have one child or none, and no value: both are made when they are needed. */
class TrieNode<Value> {
  children: Map<string, TrieNode<Value>> | null = null;
  values: Value[] | null = null;
}

/** A way on from a place in a text: a word, and the place after it. */
export interface TrieStep {
  key: string;
  next: number;
}

/** Phrases by their words, each with any number of values. */
export class PhraseTrie<Value> {
  readonly #root = new TrieNode<Value>();

  add(words: readonly string[], value: Value): void {
    let node = this.#root;
    for (const word of words) {
      node.children ??= new Map();
      let child = node.children.get(word);
      if (child === undefined) {
        child = new TrieNode();
        node.children.set(word, child);
      }
      node = child;
    }
    node.values ??= [];
    node.values.push(value);
  }

  /**
   * The phrases that begin at a place of a text, each with the place after it. `stepsAt` tells the ways on from a place; a text
   * can often be read in several ways.
   */
  *phrasesFrom(
    place: number,
    stepsAt: (place: number) => readonly TrieStep[],
  ): Generator<{ next: number; values: readonly Value[] }> {
    const open = [{ node: this.#root, place }];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at.node.children === null) continue;
      for (const { key, next } of stepsAt(at.place)) {
        const node = at.node.children.get(key);
        if (node === undefined) continue;
        if (node.values !== null) yield { next, values: node.values };
        open.push({ node, place: next });
      }
    }
  }
}
