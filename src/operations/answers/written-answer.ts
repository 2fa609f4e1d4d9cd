import type { AnswerListener } from './answer.js';
import { CitedText, withoutCitations } from './citations.js';
import { saysNoAnswer, speaksOfMarker } from './no-answer.js';

interface WrittenAnswerOptions {
  /** How many sources the model was given. */
  sources: number;
  /** What the model has read. */
  material: string;
  /** Is told of the text while it is written; null to wait for the whole. */
  listener: TextListener | null;
}

/** Receives an answer while it is written. Sources are places in the list that the model was given, counted from 0. */
interface TextListener {
  /** All that are cited so far, before the text that cites them. */
  onSources(sources: readonly number[]): void;
  onText: AnswerListener['onText'];
}

/** The text of an answer, and the sources that it cites in the order of their numbers. */
interface Written {
  text: string;
  sources: number[];
}

/**
 * Passes on what a model writes. Until it cites a source, it may still say that there is no answer, so the text is held back
 * until then.
 */
export class WrittenAnswer {
  #text = '';
  #passed = 0;
  #told = 0;
  readonly #cited: CitedText;
  readonly #speaksOfMarker: boolean;
  readonly #listener: TextListener | null;

  constructor({ sources, material, listener }: WrittenAnswerOptions) {
    this.#speaksOfMarker = speaksOfMarker(material);
    this.#cited = new CitedText({ sources, keepsMarker: this.#speaksOfMarker });
    this.#listener = listener;
  }

  push(piece: string): void {
    this.#text += this.#cited.push(piece);
    if (this.#listener !== null && this.#isAnswer()) this.#passOn(this.#listener);
  }

  /** The whole answer; null if the model says that there is none, unless some of it was passed on before it said so. */
  end(): Written | null {
    this.#text += this.#cited.end();
    if (this.#passed === 0 && this.#declines()) return null;
    if (this.#listener !== null && this.#text !== '') this.#passOn(this.#listener);
    return { text: this.#text, sources: this.#sources() };
  }

  #isAnswer(): boolean {
    return this.#passed > 0 || (this.#cited.cited.length > 0 && !this.#declines());
  }

  #declines(): boolean {
    const cites = this.#cited.cited.length > 0;
    return this.#cited.hasMarker || saysNoAnswer(cites ? withoutCitations(this.#text) : this.#text, { cites });
  }

  #passOn({ onSources, onText }: TextListener): void {
    if (this.#text.length === this.#passed) return;
    const sources = this.#sources();
    if (this.#passed === 0 || sources.length > this.#told) onSources(sources);
    this.#told = sources.length;
    onText(this.#text.slice(this.#passed));
    this.#passed = this.#text.length;
  }

  #sources(): number[] {
    return this.#cited.cited.map((number) => number - 1);
  }
}
