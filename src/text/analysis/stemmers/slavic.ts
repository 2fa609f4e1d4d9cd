/**
 * Light stemmers for Slavic languages that Snowball has none for. They remove the endings of cases, numbers and genders,
 * undo what an ending does to the consonant before it (matka, matce), and leave how words are derived alone. All but the
 * Czech one take words without accents, so that what is typed without them has the same stem.
 */
import { stemmer as snowballRussian } from '@orama/stemmers/russian';
import { foldAccents } from '../../fold-accents.js';
import { stripSuffix, suffixList } from './strip-suffix.js';

const SHORTEST_REST = 3;

const CZECH = suffixList(
  'atech etem atum ech ich eho emi emu ete eti iho imi imu ach ata aty ych ama ami ove ovi ymi ami em es im um at am os us ym mi ou ho e i u y a o',
);
const SLOVAK = suffixList(
  'iach atami ata at ach och ami ovia ovi eho emu ych ymi ym ich imi im ou om ov mi am iam ej ia iu ie iou a e i o u y',
);
const POLISH = suffixList(
  'owie owi ach ami iami iach iego iemu iej ego emu ymi ych imi ich iem em om iom ow iow ym im ej ie ia iu io a e i o u y',
);
const POLISH_VERB = suffixList('owac owal owala uje uja ala alo ali aly ila ilo ili ily ac ic yc al il');
const SLOVENE = suffixList(
  'ovoma evoma ovom ovih ega emu ima imi oma ema ama ami ovi ove evi eve ov ev em om im ih ah eh am jo ju ja je a e i o u',
);

const BULGARIAN_ARTICLE = suffixList('ият ът ят ия та то те а я');
const BULGARIAN_PLURAL = suffixList('овци еве ове ища ини ета ена и е о а я');

/** The article is an ending in Bulgarian, and comes after that of the plural: градовете. */
export function stemBulgarian(word: string): string {
  const bare = stripSuffix(word, BULGARIAN_ARTICLE, SHORTEST_REST);
  return stripSuffix(bare, BULGARIAN_PLURAL, SHORTEST_REST).replace(/я(?=[^аеиоуъюя]$)/, 'е');
}

export function stemCzech(word: string): string {
  const rest = stripSuffix(foldAccents(word.replace(/ů(?=[^aeiouy]$)/, 'o')), CZECH, SHORTEST_REST);
  return hardenVelar(rest.replace(/(?<=.{3})(?:ov|uv|in)$/, ''));
}

/** k and h become c and z before some endings: matka, matce; kniha, knize. */
function hardenVelar(stem: string): string {
  if (stem.endsWith('c')) return `${stem.slice(0, -1)}k`;
  return stem.endsWith('z') ? `${stem.slice(0, -1)}h` : stem;
}

export function stemSlovak(word: string): string {
  return hardenVelar(stripSuffix(foldAccents(word), SLOVAK, SHORTEST_REST));
}

export function stemPolish(word: string): string {
  const plain = foldAccents(word);
  const verb = stripSuffix(plain, POLISH_VERB, SHORTEST_REST + 1);
  const rest = verb === plain ? stripSuffix(plain, POLISH, SHORTEST_REST) : verb;
  if (rest.endsWith('dz')) return `${rest.slice(0, -2)}g`;
  return rest.endsWith('c') ? `${rest.slice(0, -1)}k` : rest;
}

export function stemSlovene(word: string): string {
  return stripSuffix(foldAccents(word), SLOVENE, SHORTEST_REST);
}

/** What Snowball takes for the end of a participle or gerund is far more often the end of a noun: океан, прилив. */
const END_OF_NOUN = new Set(['н', 'в', 'ен', 'ив', 'ыв']);

export function stemRussian(word: string): string {
  const plain = word.replaceAll('ё', 'е');
  const stem = snowballRussian(plain);
  return END_OF_NOUN.has(plain.slice(stem.length)) ? plain : stem;
}
