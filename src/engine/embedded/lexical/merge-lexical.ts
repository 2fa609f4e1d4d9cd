import { LEXICAL_FIELDS, type LexicalField } from '../../document/analysed-text.js';
import { mergeDictionaries } from '../segment/merge-dictionaries.js';
import type { ColumnEntry } from '../segment/segment-format.js';
import { buildVocabulary, inOrder } from './build-lexical.js';
import { type LexicalColumn, lexicalEntry, lexicalName } from './lexical-column.js';
import { PostingCursor, PostingWriter } from './postings.js';
import { isBareKey, termOfEntry, type Vocabulary, vocabularyEntry } from './vocabulary.js';

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
  /** 1 for each entry that a kept document has. */
  used: Uint8Array;
  /** Old term → new one; ascending, as both vocabularies are sorted. */
  ordinals: Uint32Array;
}

/** What the occurrences of a new entry are merged of: an entry of an input. */
interface Source {
  input: UsedInput;
  entry: number;
}

/** The columns of one language; none if no word is left. */
export function mergeLexical(language: string, inputs: readonly LexicalInput[]): ColumnEntry[] {
  const used = inputs.map(usedEntries);
  const { dictionary: terms, ordinalMaps } = mergeDictionaries(
    inputs.map(({ vocabulary }, i) => ({ dictionary: vocabulary.terms, used: used[i] })),
  );
  if (terms.size === 0) return [];
  const parts = inputs.map((input, i) => ({ ...input, used: used[i], ordinals: ordinalMaps[i] }));
  const stems = stemsOf(parts, terms.size);
  const divided = sourcesOfDivided(parts, stems);
  return [
    vocabularyEntry(language, buildVocabulary(terms, stems, language)),
    ...LEXICAL_FIELDS.map((field) =>
      lexicalEntry(lexicalName(field, language), mergeField(parts, field, { terms: terms.size, divided })),
    ),
  ];
}

function usedEntries({ vocabulary, columns, map, gone }: LexicalInput): Uint8Array {
  const used = new Uint8Array(vocabulary.terms.size + vocabulary.divided.length);
  for (const { postings, gaps, frequencies } of Object.values(columns)) {
    for (let entry = 0; entry < used.length; entry++) {
      let document = 0;
      for (let posting = postings[entry]; used[entry] === 0 && posting < postings[entry + 1]; posting++) {
        document += gaps[posting];
        if (frequencies[posting] > 0 && map[document] !== gone) used[entry] = 1;
      }
    }
  }
  return used;
}

/** The stems of each new term, in their order. */
function stemsOf(inputs: readonly UsedInput[], terms: number): string[][] {
  const stems = Array.from({ length: terms }, (): string[] => []);
  for (const input of inputs) {
    visitStems(input, (term, stem) => {
      if (!stems[term].includes(stem)) stems[term].push(stem);
    });
  }
  return stems.map(inOrder);
}

/** Of the terms with several stems, what the entry of each stem is merged of, in the order of these entries. */
function sourcesOfDivided(inputs: readonly UsedInput[], stems: readonly (readonly string[])[]): Source[][] {
  const byTerm = new Map<number, Map<string, Source[]>>();
  stems.forEach((ofTerm, term) => {
    if (ofTerm.length > 1) byTerm.set(term, new Map(ofTerm.map((stem) => [stem, []])));
  });
  for (const input of inputs) {
    visitStems(input, (term, stem, entry) => byTerm.get(term)?.get(stem)?.push({ input, entry }));
  }
  return [...byTerm.values()].flatMap((byStem) => [...byStem.values()]);
}

/** Visits the kept entries of an input that have a stem, each with its new term. */
function visitStems(
  { vocabulary, used, ordinals }: UsedInput,
  visit: (term: number, stem: string, entry: number) => void,
): void {
  const { stems, stemStarts, stemEntries } = vocabulary;
  for (let stem = 0; stem < stems.size; stem++) {
    const text = stems.text(stem);
    if (isBareKey(text)) continue;
    for (const entry of stemEntries.subarray(stemStarts[stem], stemStarts[stem + 1])) {
      if (used[entry] === 1) visit(ordinals[termOfEntry(vocabulary, entry)], text, entry);
    }
  }
}

function mergeField(
  inputs: readonly UsedInput[],
  field: LexicalField,
  { terms, divided }: { terms: number; divided: readonly (readonly Source[])[] },
) {
  const writer = new PostingWriter(terms + divided.length);
  // For each input its next kept term. New ordinals ascend with the old ones, so this is a merge without look-ups.
  const next = inputs.map(({ used }) => used.indexOf(1));
  for (let term = 0; term < terms; term++) {
    const sources = inputs.flatMap((input, i) => {
      const entry = next[i];
      if (entry < 0 || entry >= input.vocabulary.terms.size || input.ordinals[entry] !== term) return [];
      next[i] = input.used.indexOf(1, entry + 1);
      return [{ input, entry }];
    });
    writeInOrder(writer, keptPostings(sources, field));
    writer.endEntry();
  }
  for (const sources of divided) {
    writeInOrder(writer, keptPostings(sources, field));
    writer.endEntry();
  }
  return writer.finish();
}

function keptPostings(sources: readonly Source[], field: LexicalField): KeptPostings[] {
  return sources.map(({ input, entry }) => new KeptPostings(input, field, entry)).filter(({ atEnd }) => !atEnd);
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

/** The postings of one entry in documents that are kept, under their new numbers. */
class KeptPostings {
  readonly cursor: PostingCursor;
  readonly #input: LexicalInput;

  constructor(input: LexicalInput, field: LexicalField, entry: number) {
    this.#input = input;
    this.cursor = new PostingCursor(input.columns[field], entry);
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
