/** What SentencePiece puts before each word. */
export const WORD_MARK = '▁';

const INVISIBLE = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060\\ufeff';
const INVISIBLES = new RegExp(`[${INVISIBLE}]`, 'g');
const WORDS = /\S+/g;
/** What may become one with the character before it: marks, letters of Hangul in all their forms, vowels of Kirat Rai. */
const JOINING = '\\p{M}\\u1160-\\u11ff\\u3131-\\u318e\\uff9e-\\uffdc\\u{16d63}-\\u{16d6a}';
/** Normalisation never reaches over the edge of such a cluster. Invisible characters part nothing: they are taken out. */
const CLUSTERS = new RegExp(`[^][${JOINING}${INVISIBLE}]*`, 'gu');

/** A chunk as the vocabularies know it: in lower case, in one spelling, each word with its mark. */
export function readableForm(chunk: string): string {
  let form = '';
  // NFKC makes spaces of some signs, so there may be several words.
  for (const [word] of normalise(chunk).matchAll(WORDS)) form += word.startsWith(WORD_MARK) ? word : WORD_MARK + word;
  return form;
}

function normalise(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(INVISIBLES, '').replaceAll('ς', 'σ').replaceAll('i̇', 'i');
}

/** For each UTF-16 unit of a text's other form: where the place that it comes from starts and ends. Neither ever decreases. */
export class Sources {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** How much of the text has been added. */
  #added = 0;

  /** Text that has no other form. */
  addVerbatim(text: string): void {
    for (let i = 0; i < text.length; i++) this.#add(i, i + 1);
    this.#added += text.length;
  }

  /** A chunk in its readable form. A mark takes no room. Characters that become several are the source of each of them. */
  addReadable(chunk: string): void {
    const form = normalise(chunk);
    const { starts, ends } = normalisedSources(chunk, form);
    for (const { index, 0: word } of form.matchAll(WORDS)) {
      if (!word.startsWith(WORD_MARK)) this.#add(starts[index], starts[index]);
      for (let i = index; i < index + word.length; i++) this.#add(starts[i], ends[i]);
    }
    this.#added += chunk.length;
  }

  #add(start: number, end: number): void {
    this.starts.push(this.#added + start);
    this.ends.push(Math.max(this.#added + end, this.ends.at(-1) ?? 0));
  }
}

interface Places {
  starts: Int32Array;
  ends: Int32Array;
}

function normalisedSources(chunk: string, form: string): Places {
  const starts = new Int32Array(form.length);
  const ends = new Int32Array(form.length);
  // Lower case never makes a text shorter, so if it is all that changed, each unit has stayed where it was.
  if (form.length === chunk.length && form === chunk.toLowerCase()) {
    for (let i = 0; i < form.length; i++) {
      starts[i] = i;
      ends[i] = i + 1;
    }
    return { starts, ends };
  }
  let at = 0;
  let source = 0;
  for (const { text, form: own } of alignedParts(chunk)) {
    if (!form.startsWith(own, at)) break;
    starts.fill(source, at, at + own.length);
    ends.fill(source + text.length, at, at + own.length);
    at += own.length;
    source += text.length;
  }
  // A later version of Unicode may join what is parted here. Then all is said to come from the whole chunk.
  if (at < form.length || source < chunk.length) return { starts: starts.fill(0), ends: ends.fill(chunk.length) };
  return { starts, ends };
}

/** The smallest parts of a chunk that can be normalised by themselves, each with its form. */
function* alignedParts(chunk: string): Iterable<{ text: string; form: string }> {
  for (const [cluster] of chunk.matchAll(CLUSTERS)) {
    const form = normalise(cluster);
    const characters =
      cluster.length === 1
        ? [{ text: cluster, form }]
        : Array.from(cluster, (text) => ({ text, form: normalise(text) }));
    if (characters.map((character) => character.form).join('') === form) yield* characters;
    else yield { text: cluster, form };
  }
}
