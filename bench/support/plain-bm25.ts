import { analyze } from '../../src/text/analysis/analyze.js';
import { isStopWord } from '../../src/text/analysis/stop-words.js';
import type { RetrievalText } from './retrieval-set.js';

const K1 = 1.2;
const B = 0.75;

/** BM25 as the textbooks have it: stems without stop words, title and content as one text, each word as often as it is asked. */
export class PlainBm25 {
  readonly #language: string;
  /** By stem: the documents that have it, with how often. */
  readonly #postings = new Map<string, Map<number, number>>();
  readonly #lengths: number[] = [];
  readonly #ids: string[] = [];

  constructor(language: string, texts: readonly RetrievalText[]) {
    this.#language = language;
    for (const { id, title, text } of texts) {
      const stems = this.#stems(`${title}\n${text}`);
      for (const stem of stems) {
        const documents = this.#postings.get(stem) ?? new Map<number, number>();
        documents.set(this.#ids.length, (documents.get(this.#ids.length) ?? 0) + 1);
        this.#postings.set(stem, documents);
      }
      this.#lengths.push(stems.length);
      this.#ids.push(id);
    }
  }

  /** The ids of all texts with a word of the query, best first. */
  find(query: string): string[] {
    const average = this.#lengths.reduce((sum, length) => sum + length, 0) / this.#lengths.length;
    const scores = new Map<number, number>();
    for (const stem of this.#stems(query)) {
      const documents = this.#postings.get(stem) ?? new Map<number, number>();
      const idf = Math.log(1 + (this.#ids.length - documents.size + 0.5) / (documents.size + 0.5));
      for (const [document, count] of documents) {
        const norm = K1 * (1 - B + (B * this.#lengths[document]) / average);
        scores.set(document, (scores.get(document) ?? 0) + (idf * count * (K1 + 1)) / (count + norm));
      }
    }
    return [...scores].sort(([, a], [, b]) => b - a).map(([document]) => this.#ids[document]);
  }

  #stems(text: string): string[] {
    return analyze(text, this.#language)
      .filter(({ kind, term }) => kind === 'word' && !isStopWord(term, this.#language))
      .map(({ stem }) => stem);
  }
}
