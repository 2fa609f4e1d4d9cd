/** Light stemmers for Catalan, Estonian and Latvian, which take words without accents, and additions to Snowball's. */
import { foldAccents } from '../../fold-accents.js';
import { stripSuffix, suffixList } from './strip-suffix.js';

const CATALAN_VERB = suffixList('avem aven ava ant ar en av');
const ESTONIAN_CASE = suffixList(
  'desse tesse dest test deks teks dega tega deta teta dena tena deni teni dele tele delt telt del tel des tes sse st ks ga ta na ni le lt s l',
);
const ESTONIAN_PLURAL = suffixList('de te id d t');
const LATVIAN = suffixList(
  'ajiem ajam ajas ajos ajai iem ajs am ai as os us um im is ie es em ei ij iet a e i o u s m',
);

export function stemCatalan(word: string): string {
  const singular = foldAccents(word)
    .replace(/ions$/, 'io')
    .replace(/(?<=.{2}[^s])s$/, '');
  const base = singular.replace(/(?<=.{3})[aeio]$/, '').replace(/qu$/, 'c');
  return stripSuffix(base, CATALAN_VERB, 4);
}

export function stemEstonian(word: string): string {
  const singular = stripSuffix(stripSuffix(foldAccents(word), ESTONIAN_CASE, 4), ESTONIAN_PLURAL, 4);
  return singular.replace(/(?<=.{3})[aeiou]$/, '');
}

export function stemLatvian(word: string): string {
  return stripSuffix(foldAccents(word), LATVIAN, 3);
}

/** The stem of a Dutch word writes v and z where the word itself ends in f and s: huizen, huis. */
export function hardenDutch(stem: string): string {
  if (stem.endsWith('z')) return `${stem.slice(0, -1)}s`;
  return stem.endsWith('v') ? `${stem.slice(0, -1)}f` : stem;
}

/** Finnish weakens nk to ng in closed syllables: kaupunki, kaupungin. */
export function weakenFinnish(stem: string): string {
  return stem.endsWith('nk') ? `${stem.slice(0, -1)}g` : stem;
}

/** Portuguese plurals in -ões and -ães have their singular in -ão. */
export function singularPortuguese(word: string): string {
  return word.replace(/(?:õe|ãe|(?<=[cs])oe)s$/, 'ão');
}

/** Snowball's Greek leaves two letters of some words, and the iota of neuters (βιβλίο, βιβλία) or not. */
export function evenGreek(word: string, stem: string): string {
  if (stem.length < 3 && word.length > 4) return word.replace(/(?:ι?ων|[αειουησ]{1,3})$/, '');
  return stem.length > 4 && stem.endsWith('ι') ? stem.slice(0, -1) : stem;
}
