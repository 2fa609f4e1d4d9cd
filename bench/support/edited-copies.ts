import { seededRandom } from '../../src/learning/random.js';
import type { RetrievalText } from './retrieval-set.js';

/** Documents of several paragraphs, all of one article. What is left over at an article's end is left out. */
export function joinParagraphs(texts: readonly RetrievalText[], sizes: readonly number[]): RetrievalText[] {
  const articles = new Map<string, string[]>();
  for (const { title, text } of texts) articles.set(title, [...(articles.get(title) ?? []), text]);
  return [...articles].flatMap(([title, paragraphs]) => {
    const documents: RetrievalText[] = [];
    let from = 0;
    for (let i = 0; from + sizes[i % sizes.length] <= paragraphs.length; i++) {
      const until = from + sizes[i % sizes.length];
      const id = `${title}-${from}`.replace(/[^a-zA-Z0-9]/g, '_').slice(-60);
      documents.push({ id, title, text: paragraphs.slice(from, until).join('\n\n') });
      from = until;
    }
    return documents;
  });
}

/** Edits texts of one language, with words of the same corpus. */
export class Editor {
  readonly #words: Intl.Segmenter;
  readonly #sentences: Intl.Segmenter;
  readonly #vocabulary: string[];
  readonly #names: string[];
  /** Whether its script has capitals. */
  readonly #cased: boolean;
  readonly #random = seededRandom(1);

  constructor(language: string, corpus: readonly RetrievalText[]) {
    this.#words = new Intl.Segmenter(language, { granularity: 'word' });
    this.#sentences = new Intl.Segmenter(language, { granularity: 'sentence' });
    const sentences = corpus.flatMap(({ text }) => this.sentencesOf(text));
    this.#vocabulary = sentences.flatMap((one) => this.#segments(one).flatMap((s) => (s.isWordLike ? s.segment : [])));
    const cased = this.#vocabulary.filter((word) => word.toLowerCase() !== word.toUpperCase());
    this.#cased = cased.length > this.#vocabulary.length / 2;
    this.#names = sentences.flatMap((one) => {
      const segments = this.#segments(one);
      const at = this.#nameIn(segments);
      return at === null ? [] : segments[at].segment;
    });
  }

  sentencesOf(text: string): string[] {
    return [...this.#sentences.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '');
  }

  wordsIn(text: string): number {
    return this.#segments(text).filter(({ isWordLike }) => isWordLike).length;
  }

  /** Each word is, with this probability, another word of the corpus. */
  changeWords(text: string, share: number): string {
    return this.#segments(text)
      .map(({ segment, isWordLike }) =>
        isWordLike && this.#random() < share ? this.#oneOf(this.#vocabulary) : segment,
      )
      .join('');
  }

  /** Of several. */
  dropParagraph(text: string): string {
    const paragraphs = text.split('\n\n');
    if (paragraphs.length === 1) return text;
    paragraphs.splice(Math.floor(this.#random() * paragraphs.length), 1);
    return paragraphs.join('\n\n');
  }

  /** Null where the sentence has no name. */
  swapName(sentence: string): string | null {
    const segments = this.#segments(sentence);
    const at = this.#nameIn(segments);
    if (at === null) return null;
    const others = this.#names.filter((name) => name.toLowerCase() !== segments[at].segment.toLowerCase());
    return segments.map(({ segment }, i) => (i === at ? this.#oneOf(others) : segment)).join('');
  }

  /** Null where the sentence has no number. */
  swapNumber(sentence: string): string | null {
    const numbers = sentence.match(/\d+/g);
    if (numbers === null) return null;
    return sentence.replace(this.#oneOf(numbers), (number) =>
      String(Number(number) + 1 + Math.floor(this.#random() * 9)),
    );
  }

  /** A word with a capital that does not open the sentence; in scripts without capitals the longest word. */
  #nameIn(segments: readonly Intl.SegmentData[]): number | null {
    const words = segments.flatMap(({ isWordLike }, i) => (isWordLike ? i : [])).slice(1);
    if (this.#cased) return words.filter((i) => /^\p{Lu}\p{Ll}/u.test(segments[i].segment)).at(-1) ?? null;
    return words.sort((a, b) => segments[b].segment.length - segments[a].segment.length)[0] ?? null;
  }

  #segments(text: string): Intl.SegmentData[] {
    return [...this.#words.segment(text)];
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)];
  }
}
