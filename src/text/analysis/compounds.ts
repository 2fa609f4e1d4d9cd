import { foldAccents } from '../fold-accents.js';
import { normalizeWord } from './normalize-word.js';

const LONGEST_COMPOUND = 128;
/** "e-mail" and "re-enter" are also written as one; "state-of-the-art" is not. */
const MOST_HYPHENATED_PARTS = 3;

const JOINTS = new Set([...'-‐‑._/@:+#&\\=?%~'].map((sign) => sign.charCodeAt(0)));
const COMMA = 0x2c;
const SCHEME_JOINT = '://';

const DASHES = /[‐‑]/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\/(?:www\.)?|^www\./;
const ACRONYM = /^(?:\p{L}\.)+\p{L}$/u;
const GROUPED_NUMBER = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const HYPHENATED = /^[\p{L}\p{M}']+(?:-[\p{L}\p{M}']+)+$/u;
const WRITTEN_AS_ONE = /[\p{N}@_.&]/u;

/** Whether the words that end and begin at these places are written as one: nothing but one sign parts them. */
export function areJoined(text: string, end: number, start: number): boolean {
  if (start - end === 1) return isJoint(text, end);
  return start - end === SCHEME_JOINT.length && text.startsWith(SCHEME_JOINT, end);
}

function isJoint(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  return JOINTS.has(unit) || (unit === COMMA && isDigit(text, i - 1) && isDigit(text, i + 1));
}

function isDigit(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  return unit >= 0x30 && unit <= 0x39;
}

/** The end of a name such as C++ or C# whose letter ends at `end`; `end` itself for anything else. */
export function endOfSignedName(text: string, start: number, end: number): number {
  if (end - start !== 1) return end;
  if (text.startsWith('++', end)) return end + 2;
  return text[end] === '#' ? end + 1 : end;
}

/** The one term for words written as one, or undefined where their parts say it all: "and/or". */
export function compoundTerm(written: string): string | undefined {
  if (written.length > LONGEST_COMPOUND) return undefined;
  const lower = normalizeWord(written, (word) => word.toLowerCase()).replace(DASHES, '-');
  const whole = foldAccents(lower).replace(SCHEME, '');
  if (HYPHENATED.test(whole)) return joinHyphenated(whole);
  if (ACRONYM.test(whole)) return whole.replaceAll('.', '');
  if (GROUPED_NUMBER.test(whole)) return whole.replaceAll(',', '');
  return WRITTEN_AS_ONE.test(whole) || whole.endsWith('#') || whole.endsWith('++') ? whole : undefined;
}

function joinHyphenated(word: string): string | undefined {
  const parts = word.split('-');
  return parts.length <= MOST_HYPHENATED_PARTS ? parts.join('').replaceAll("'", '') : undefined;
}
