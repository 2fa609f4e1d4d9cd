import type { Language } from '../../domain/document/language.js';
import { type Enclosure, enclosuresOf } from '../sentences/enclosures.js';
import { tellsOfSpeech } from '../sentences/speech-verbs.js';
import type { TextRange } from '../text-range.js';
import { hasName, leansOn, type Meant } from './earlier-names.js';

/** In UTF-16 units. A longer one is no quotation, but a sign that is not closed. */
const LONGEST_QUOTATION = 5_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;
const ANNOUNCES = /[:：]\s*$/u;
/** "She sold it to Bob Fox." A "he" after that is someone else. */
const FULL_NAME = /\S\s\p{Lu}[\p{L}’'-]+\s\p{Lu}\p{L}+/u;
/** How many sentences back someone may have been named. */
const FARTHEST_NAME = 12;

export interface DividedText {
  content: string;
  language: Language;
  units: readonly TextRange[];
  /** By unit, whether it is a sentence that could stand in a summary. */
  isTold: readonly boolean[];
}

interface ReadUnit {
  /** Its text without what it quotes. */
  own: string;
  /** What it speaks of without naming it. */
  meant: Meant | null;
}

/** Which sentences of a text others need beside them. */
export class Companions {
  readonly #text: DividedText;
  readonly #quotations: Enclosure[];
  #nextQuotation = 0;
  readonly #known = new Map<number, ReadUnit>();

  constructor(text: DividedText) {
    this.#text = text;
    this.#quotations = enclosuresOf(text.content, LONGEST_QUOTATION)
      .filter(({ isQuote }) => isQuote)
      .sort((a, b) => a.start - b.start);
  }

  /** Where the sentences begin that a unit needs; null if it can't stand at all. To be asked in the order of the text. */
  of(unit: number): number[] | null {
    const { units } = this.#text;
    if (this.#isPartOfQuotation(units[unit])) return null;
    const { own, meant } = this.#read(unit);
    if (!HAS_WORDS.test(own)) {
      const speaker = this.#speaker(unit);
      return speaker === null ? null : [units[speaker].start];
    }
    if (meant === null) return [];
    const named = this.#namedBefore(unit, meant);
    return named === null ? this.#firstSentence(unit) : [units[named].start];
  }

  /** Where nobody was named, the title names whom the text speaks of: then its first sentence goes with all that lean on it. */
  #firstSentence(unit: number): number[] {
    const first = this.#text.isTold.indexOf(true);
    return first >= 0 && first < unit ? [this.#text.units[first].start] : [];
  }

  /** Whether a unit is inside of a quotation that begins before or ends after it. */
  #isPartOfQuotation({ start, end }: TextRange): boolean {
    while (this.#nextQuotation < this.#quotations.length && this.#quotations[this.#nextQuotation].end <= start) {
      this.#nextQuotation++;
    }
    for (let i = this.#nextQuotation; i < this.#quotations.length && this.#quotations[i].start < end; i++) {
      const quotation = this.#quotations[i];
      if (quotation.end > start && (quotation.start < start || quotation.end > end)) return true;
    }
    return false;
  }

  /** The neighbour that says who spoke: one that announces the quotation, one that follows it, one before it. */
  #speaker(unit: number): number | null {
    const { content, language, units, isTold } = this.#text;
    const [before, after] = [unit - 1, unit + 1];
    const textOf = (i: number) => (units[i] === undefined ? '' : content.slice(units[i].start, units[i].end));
    const speaks = (i: number) => isTold[i] === true && tellsOfSpeech(this.#read(i).own, language);
    if (isTold[before] && ANNOUNCES.test(textOf(before))) return before;
    if (speaks(after)) return after;
    return speaks(before) ? before : null;
  }

  /** The last sentence before a unit that names something itself; of people, one with a name. */
  #namedBefore(unit: number, meant: Meant): number | null {
    const { language, isTold } = this.#text;
    let nearest: number | null = null;
    let steps = 0;
    for (let i = unit - 1; i >= 0 && steps < FARTHEST_NAME; i--) {
      if (!isTold[i]) continue;
      steps++;
      const { own, meant: leaning } = this.#read(i);
      const namesAnother = meant === 'person' && FULL_NAME.test(own);
      if (!HAS_WORDS.test(own) || (leaning !== null && !namesAnother)) continue;
      if (meant === 'anything' || hasName(own, language)) return i;
      nearest ??= i;
    }
    return nearest;
  }

  #read(unit: number): ReadUnit {
    const known = this.#known.get(unit);
    if (known !== undefined) return known;
    const { content, language, units } = this.#text;
    const own = withoutQuotations(content.slice(units[unit].start, units[unit].end));
    const read = { own, meant: leansOn(own, language) };
    this.#known.set(unit, read);
    return read;
  }
}

/** A quotation of a few words is a name or a term, and stays. */
const LONGEST_TERM = 30;

function withoutQuotations(text: string): string {
  const quotations = enclosuresOf(text, text.length).filter(
    ({ isQuote, start, end }) => isQuote && (end - start > LONGEST_TERM || start === 0),
  );
  let own = '';
  let from = 0;
  for (const { start, end } of quotations.sort((a, b) => a.start - b.start)) {
    if (start >= from) own += `${text.slice(from, start)} `;
    from = Math.max(from, end);
  }
  return own + text.slice(from);
}
