import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import { mergeDictionaries } from '../segment/merge-dictionaries.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import { buildVocabulary } from './build-lexical.js';
import { type LexicalColumn, lexicalEntry, lexicalName } from './lexical-column.js';
import { PostingCursor, PostingWriter } from './postings.js';
import { isBareKey, type Vocabulary, vocabularyEntry } from './vocabulary.js';

/** The texts of one language in one segment. */
export interface LexicalInput {
  vocabulary: Vocabulary;
  columns: Record<LexicalField, LexicalColumn>;
  /** Old document number → new one, ascending; `gone` for those that are dropped. */
  map: Uint32Array;
  gone: number;
}

/** An input and which of its terms are kept. */
interface UsedInput extends LexicalInput {
  /** 1 for each term that a kept document has. */
  used: Uint8Array;
  /** Old term → new one; ascending, as both vocabularies are sorted. */
  ordinals: Uint32Array;
}

/** The columns of one language; none if no word is left. */
export function mergeLexical(language: string, inputs: readonly LexicalInput[]): ColumnEntry[] {
  const used = inputs.map(usedTerms);
  const { dictionary: terms, ordinalMaps } = mergeDictionaries(
    inputs.map(({ vocabulary }, i) => ({ dictionary: vocabulary.terms, used: used[i] })),
  );
  if (terms.size === 0) return [];
  const parts = inputs.map((input, i) => ({ ...input, used: used[i], ordinals: ordinalMaps[i] }));
  return [
    vocabularyEntry(language, buildVocabulary(terms, stemsOf(parts, terms.size), language)),
    ...LEXICAL_FIELDS.map((field) => lexicalEntry(lexicalName(field, language), mergeField(parts, field, terms.size))),
  ];
}

function usedTerms({ vocabulary, columns, map, gone }: LexicalInput): Uint8Array {
  const used = new Uint8Array(vocabulary.terms.size);
  for (const { postings, gaps, frequencies } of Object.values(columns)) {
    for (let term = 0; term < used.length; term++) {
      let document = 0;
      for (let posting = postings[term]; used[term] === 0 && posting < postings[term + 1]; posting++) {
        document += gaps[posting];
        if (frequencies[posting] > 0 && map[document] !== gone) used[term] = 1;
      }
    }
  }
  return used;
}

function stemsOf(inputs: readonly UsedInput[], terms: number): string[][] {
  const stems = Array.from({ length: terms }, (): string[] => []);
  for (const { vocabulary, used, ordinals } of inputs) {
    const { stemStarts, stemTerms } = vocabulary;
    for (let stem = 0; stem < vocabulary.stems.size; stem++) {
      const text = vocabulary.stems.text(stem);
      if (isBareKey(text)) continue;
      for (let i = stemStarts[stem]; i < stemStarts[stem + 1]; i++) {
        if (used[stemTerms[i]] === 0) continue;
        const known = stems[ordinals[stemTerms[i]]];
        if (!known.includes(text)) known.push(text);
      }
    }
  }
  return stems;
}

function mergeField(inputs: readonly UsedInput[], field: LexicalField, terms: number) {
  const writer = new PostingWriter(terms);
  // For each input its next kept term. New ordinals ascend with the old ones, so this is a merge without look-ups.
  const next = inputs.map(({ used }) => used.indexOf(1));
  for (let term = 0; term < terms; term++) {
    const lists = inputs.flatMap((input, i) => {
      if (next[i] < 0 || input.ordinals[next[i]] !== term) return [];
      const list = new KeptPostings(input, field, next[i]);
      next[i] = input.used.indexOf(1, next[i] + 1);
      return list.atEnd ? [] : [list];
    });
    writeInOrder(writer, lists);
    writer.endTerm();
  }
  return writer.finish();
}

/** A k-way merge: renumbered documents of each input still ascend. */
function writeInOrder(writer: PostingWriter, lists: KeptPostings[]): void {
  while (lists.length > 0) {
    let least = 0;
    for (let i = 1; i < lists.length; i++) if (lists[i].document < lists[least].document) least = i;
    const list = lists[least];
    writer.copy(list.document, list.cursor);
    list.next();
    if (list.atEnd) lists.splice(least, 1);
  }
}

/** The postings of one term in documents that are kept, under their new numbers. */
class KeptPostings {
  readonly cursor: PostingCursor;
  readonly #input: LexicalInput;

  constructor(input: LexicalInput, field: LexicalField, term: number) {
    this.#input = input;
    this.cursor = new PostingCursor(input.columns[field], term);
    this.#skipGone();
  }

  get document(): number {
    return this.#input.map[this.cursor.document];
  }

  get atEnd(): boolean {
    return this.cursor.atEnd;
  }

  next(): void {
    this.cursor.next();
    this.#skipGone();
  }

  #skipGone(): void {
    while (!this.cursor.atEnd && this.document === this.#input.gone) this.cursor.next();
  }
}
