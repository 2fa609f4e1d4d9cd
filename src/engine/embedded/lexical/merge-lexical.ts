import { mergeDictionaries } from '../merge-dictionaries.js';
import { groupByStem } from './build-lexical.js';
import type { LexicalColumn } from './lexical-column.js';
import { buildTypoIndex } from './typo-index.js';

export interface LexicalInput {
  column: LexicalColumn;
  /** Old document number → new one, ascending; `gone` for those that are dropped. */
  map: Uint32Array;
  gone: number;
}

/** Null when no word is left. */
export function mergeLexical(inputs: readonly LexicalInput[]): LexicalColumn | null {
  const { dictionary: terms, ordinalMaps } = mergeDictionaries(
    inputs.map((input) => ({ dictionary: input.column.terms, used: usedTerms(input) })),
  );
  if (terms.size === 0) return null;
  const writer = new PostingWriter(inputs, terms.size);
  const sources = sourcesOf(inputs, ordinalMaps, terms.size);
  const stemOfTerm: string[] = [];
  for (let term = 0; term < terms.size; term++) {
    writer.writeTerm(term, sources[term]);
    const [first] = sources[term];
    stemOfTerm.push(stemAt(inputs[first.input].column, first.term));
  }
  return { terms, typos: buildTypoIndex(terms), ...writer.finish(), ...groupByStem(stemOfTerm) };
}

interface Source {
  input: number;
  term: number;
}

function usedTerms({ column, map, gone }: LexicalInput): Uint8Array {
  const used = new Uint8Array(column.terms.size);
  for (let term = 0; term < used.length; term++) {
    for (let i = column.postings[term]; i < column.postings[term + 1]; i++) {
      if (map[column.docs[i]] !== gone) {
        used[term] = 1;
        break;
      }
    }
  }
  return used;
}

/** For each new term the inputs that have it. */
function sourcesOf(inputs: readonly LexicalInput[], ordinalMaps: readonly Uint32Array[], size: number): Source[][] {
  const sources: Source[][] = Array.from({ length: size }, () => []);
  inputs.forEach((input, i) => {
    const used = usedTerms(input);
    for (let term = 0; term < used.length; term++) {
      if (used[term] === 1) sources[ordinalMaps[i][term]].push({ input: i, term });
    }
  });
  return sources;
}

/** Stems by term, turned around once per column. */
const stemsByTerm = new WeakMap<LexicalColumn, Uint32Array>();

function stemAt(column: LexicalColumn, term: number): string {
  let stems = stemsByTerm.get(column);
  if (stems === undefined) {
    stems = new Uint32Array(column.terms.size);
    for (let stem = 0; stem < column.stems.size; stem++) {
      for (let i = column.stemStarts[stem]; i < column.stemStarts[stem + 1]; i++) stems[column.stemTerms[i]] = stem;
    }
    stemsByTerm.set(column, stems);
  }
  return column.stems.text(stems[term]);
}

/** Stands on one posting of one input's list. */
interface Cursor {
  input: LexicalInput;
  posting: number;
  end: number;
  position: number;
  document: number;
}

/** Writes the postings of one term after the other; large enough for all of the inputs, cut at the end. */
class PostingWriter {
  private readonly postings: Uint32Array;
  private readonly positionStarts: Uint32Array;
  private readonly docs: Uint32Array;
  private readonly frequencies: Uint16Array;
  private readonly positions: Uint16Array;
  private posting = 0;
  private position = 0;

  constructor(
    private readonly inputs: readonly LexicalInput[],
    terms: number,
  ) {
    const total = (size: (column: LexicalColumn) => number) =>
      inputs.reduce((sum, { column }) => sum + size(column), 0);
    this.postings = new Uint32Array(terms + 1);
    this.positionStarts = new Uint32Array(terms + 1);
    this.docs = new Uint32Array(total(({ docs }) => docs.length));
    this.frequencies = new Uint16Array(this.docs.length);
    this.positions = new Uint16Array(total(({ positions }) => positions.length));
  }

  /** Documents of each input ascend after renumbering too, so the lists only need to be interleaved. */
  writeTerm(term: number, sources: readonly Source[]): void {
    const cursors = sources.map((source) => this.open(source)).filter((cursor) => cursor.posting < cursor.end);
    while (cursors.length > 0) {
      let least = 0;
      for (let i = 1; i < cursors.length; i++) if (cursors[i].document < cursors[least].document) least = i;
      this.copy(cursors[least]);
      if (!advance(cursors[least])) cursors.splice(least, 1);
    }
    this.postings[term + 1] = this.posting;
    this.positionStarts[term + 1] = this.position;
  }

  finish() {
    return {
      postings: this.postings,
      docs: this.docs.slice(0, this.posting),
      frequencies: this.frequencies.slice(0, this.posting),
      positionStarts: this.positionStarts,
      positions: this.positions.slice(0, this.position),
    };
  }

  private open({ input, term }: Source): Cursor {
    const { column, map, gone } = this.inputs[input];
    const posting = column.postings[term];
    const end = column.postings[term + 1];
    const document = map[column.docs[posting]];
    const position = column.positionStarts[term];
    const cursor = { input: this.inputs[input], posting, end, position, document };
    if (document === gone) advance(cursor);
    return cursor;
  }

  private copy({ input: { column }, posting, position, document }: Cursor): void {
    const frequency = column.frequencies[posting];
    this.docs[this.posting] = document;
    this.frequencies[this.posting++] = frequency;
    for (let i = 0; i < frequency; i++) this.positions[this.position++] = column.positions[position + i];
  }
}

/** To the next document that is kept; false at the end of the list. */
function advance(cursor: Cursor): boolean {
  const { column, map, gone } = cursor.input;
  do {
    cursor.position += column.frequencies[cursor.posting++];
    if (cursor.posting >= cursor.end) return false;
    cursor.document = map[column.docs[cursor.posting]];
  } while (cursor.document === gone);
  return true;
}
