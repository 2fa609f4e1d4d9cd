import { ACCEPTED_LANGUAGES, canonicalLanguage, DEFAULT_LANGUAGE, type Language } from '../domain/document/language.js';
import { detectLanguage } from '../text/language/detect-language.js';

/** Samples are taken from all over a text: a title page or a licence at its start may be in another language. */
const SAMPLES = 9;
const SAMPLE_LENGTH = 400;
/** Below this, a text says less about its language than what the file declares. */
const SHORT_LENGTH = 120;
/** A declaration counts if this fraction of the samples confirms it: it tells apart languages that look alike. */
const CONFIRMING_FRACTION = 1 / 3;

/**
 * The language of a document. What files declare is often the default of the program that wrote them, so the text decides
 * unless it is short, or undecided.
 */
export function documentLanguage(text: string, declared: string | null): Language {
  const stated = supported(declared);
  if (stated !== null && text.length < SHORT_LENGTH) return stated;
  const votes = languagesOf(text);
  const confirmed = votes.filter((language) => language === stated).length;
  if (stated !== null && confirmed >= votes.length * CONFIRMING_FRACTION) return stated;
  return mostFrequent(votes) ?? stated ?? DEFAULT_LANGUAGE;
}

/** The languages of samples from all over a text, as far as they can be told. */
export function languagesOf(text: string): Language[] {
  return samplesOf(text)
    .map(detectLanguage)
    .filter((language) => language !== null);
}

/** `pt-BR` and `pt_BR` are `pt`; null for a language that is not supported. */
function supported(declared: string | null): Language | null {
  const code = declared?.trim().toLowerCase().split(/[-_]/)[0] ?? '';
  return ACCEPTED_LANGUAGES.includes(code) ? canonicalLanguage(code) : null;
}

function samplesOf(text: string): string[] {
  if (text.length <= SAMPLES * SAMPLE_LENGTH) {
    const count = Math.ceil(text.length / SAMPLE_LENGTH);
    return Array.from({ length: count }, (_, i) => text.slice(i * SAMPLE_LENGTH, (i + 1) * SAMPLE_LENGTH));
  }
  const step = (text.length - SAMPLE_LENGTH) / (SAMPLES - 1);
  return Array.from({ length: SAMPLES }, (_, i) =>
    text.slice(Math.floor(i * step), Math.floor(i * step) + SAMPLE_LENGTH),
  );
}

/** Of equally frequent ones the first. */
function mostFrequent(votes: readonly Language[]): Language | null {
  const counts = new Map<Language, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  let best: Language | null = null;
  for (const [language, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = language;
  return best;
}
