import type { Language } from '../../domain/document/language.js';
import { isSpace, skipSpace } from '../text-range.js';
import { goesOnInLowerCase } from './full-stops.js';
import { isSentenceSign } from './sentence-signs.js';
import { tellsOfSpeech } from './speech-verbs.js';

/** In UTF-16 units. Who spoke is said in a few words after a quotation. */
const LONGEST_ATTRIBUTION = 50;
const NEW_LINE = 0x0a;
const COLON = 0x3a;
const DASH = /^[—–-]\s/;

/**
 * Whether a sentence goes on after a quoted one: "Why?" she asked. «Куда?» — спросила Анна. "Stop!" John shouted. Dialogues that are
 * written with dashes have no closing quote.
 */
export function goesOnAfterQuote(
  text: string,
  { end, closesQuote }: { end: number; closesQuote: boolean },
  language: Language,
): boolean {
  const next = skipSpace(text, end);
  if (text.slice(end, next).includes('\n')) return false;
  const hasDash = DASH.test(text.slice(next, next + 2));
  if (!closesQuote && !hasDash) return false;
  if (goesOnInLowerCase(text, end) && isLetter(text, next, hasDash)) return true;
  return closesQuote && tellsOfSpeech(restOfSentence(text, next), language);
}

/** A further quotation in lower case is no attribution. */
function isLetter(text: string, next: number, hasDash: boolean): boolean {
  return hasDash || /^\p{L}/u.test(text.slice(next, next + 2));
}

/** What follows up to the next sign that could end it; empty if that is too far away, or if another quotation is announced. */
function restOfSentence(text: string, from: number): string {
  const last = Math.min(text.length, from + LONGEST_ATTRIBUTION);
  for (let i = from; i < last; i++) {
    const unit = text.charCodeAt(i);
    const isEnd = isSentenceSign(unit) && (i + 1 >= text.length || isSpace(text.charCodeAt(i + 1)));
    if (unit === COLON) return '';
    if (isEnd || unit === NEW_LINE) return text.slice(from, i);
  }
  return last === text.length ? text.slice(from, last) : '';
}

/** After a quotation in Japanese a particle, in Chinese a comma or the end of an attribute. */
const GOES_ON = /^(?:と|って|の|を|は(?!い)|が|に|で(?!も|は)|も(?!う)|へ|など|だ(?!か|が)|[、，；：的])/;
/** "他说", "母亲问道": whoever spoke, and a word for speaking, up to the next sign. A colon would announce another quotation. */
const SPOKE =
  /^[^。！？，、；：:「『“”\s]{0,12}?(?:说|說|问|問|答|道|喊|叫|表示|写|寫|言|告诉|告訴|笑|嘆|叹)[^。！？，、；：:「『“”\s]{0,4}(?:[。！？，…\s]|$)/;

/** Whether a sentence goes on after a quoted one where no space follows. */
export function isSpeechInCharacters(text: string, end: number): boolean {
  const following = text.slice(end, end + 20);
  return GOES_ON.test(following) || SPOKE.test(following);
}
