import { PHRASES } from '../../text/conversation/phrases.js';
import { lazy } from '../../text/lazy.js';

/** What a language model is told to write, and nothing else, if the passages don't contain the answer. */
export const NOT_IN_PASSAGES = 'NO_ANSWER';

const SIGNS = '"\'`*_“”„«»‘’「」『』()（）';
const BEFORE = `[${SIGNS}]{0,8}`;
const AFTER = `[${SIGNS}.!。]{0,8}`;
/** The marker with the signs that models put around it: in any case, quoted, in bold, with an escaped underscore. */
export const MARKER = new RegExp(`${BEFORE}no(?:\\\\?_|＿)answer(?![\\p{L}\\p{N}])${AFTER}`, 'iuy');
/** The end of a text that may become the marker, or more of it. */
export const PART_OF_MARKER = new RegExp(
  `${BEFORE}(?:n(?:o(?:\\\\|\\\\?[_＿](?:a(?:n(?:s(?:w(?:e(?:r${AFTER})?)?)?)?)?)?)?)?)?$`,
  'iuy',
);
const MARKER_ANYWHERE = new RegExp(`(?<![\\p{L}\\p{N}])${MARKER.source}`, 'iu');
/** Read as the marker in capitals only: the words also occur in sentences. */
const LOOSE_MARKER = /(?<![\p{L}\p{N}])NO[ -]?ANSWER(?![\p{L}\p{N}])/u;

/** Whether a text speaks of the marker itself, so that an answer about it may do so too. */
export function speaksOfMarker(text: string): boolean {
  return MARKER_ANYWHERE.test(text);
}

/**
 * Whether a text says that there is no answer: with the marker, or with the sentence that we say it with, which a model
 * finds in earlier messages. Beside these it may say more, but cite nothing.
 */
export function saysNoAnswer(text: string, { cites }: { cites: boolean }): boolean {
  const said = lettersOf(text);
  if (said === lettersOf(NOT_IN_PASSAGES)) return true;
  const sentences = noAnswerSentences();
  if (cites) return sentences.includes(said);
  return LOOSE_MARKER.test(text) || sentences.some((sentence) => said.includes(sentence));
}

const noAnswerSentences = lazy(() => Object.values(PHRASES).map(({ noAnswer }) => lettersOf(noAnswer)));

/** Without case, signs and spaces. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}
