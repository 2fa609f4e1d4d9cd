import { createRequire } from 'node:module';
import { lazy } from '../../lazy.js';

type Stemmer = (word: string) => string;

/**
 * Stemmers of the Snowball project. They are not imported: each thread that analyses texts would load all of them when it starts, and
 * most threads meet a language or two.
 */
const require = createRequire(import.meta.url);

export const stemDanish = onDemand(() => require('@orama/stemmers/danish'));
export const stemDutch = onDemand(() => require('@orama/stemmers/dutch'));
export const stemFinnish = onDemand(() => require('@orama/stemmers/finnish'));
export const stemFrench = onDemand(() => require('@orama/stemmers/french'));
export const stemGreek = onDemand(() => require('@orama/stemmers/greek'));
export const stemHindi = onDemand(() => require('@orama/stemmers/indian'));
export const stemHungarian = onDemand(() => require('@orama/stemmers/hungarian'));
export const stemIndonesian = onDemand(() => require('@orama/stemmers/indonesian'));
export const stemItalian = onDemand(() => require('@orama/stemmers/italian'));
export const stemLithuanian = onDemand(() => require('@orama/stemmers/lithuanian'));
export const stemNorwegian = onDemand(() => require('@orama/stemmers/norwegian'));
export const stemPortuguese = onDemand(() => require('@orama/stemmers/portuguese'));
export const stemRomanian = onDemand(() => require('@orama/stemmers/romanian'));
export const snowballRussian = onDemand(() => require('@orama/stemmers/russian'));
export const stemSerbian = onDemand(() => require('@orama/stemmers/serbian'));
export const stemSpanish = onDemand(() => require('@orama/stemmers/spanish'));
export const stemSwedish = onDemand(() => require('@orama/stemmers/swedish'));
export const stemUkrainian = onDemand(() => require('@orama/stemmers/ukrainian'));

function onDemand(load: () => { stemmer: Stemmer }): Stemmer {
  const loaded = lazy(load);
  return (word) => loaded().stemmer(word);
}
