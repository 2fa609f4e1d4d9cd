const FRENCH = /^(?:l|d|j|m|t|s|n|c|qu|jusqu|lorsqu|puisqu|quoiqu)'(?=.)/;
const ITALIAN =
  /^(?:l|un|dell|all|dall|nell|sull|coll|quest|quell|bell|sant|c|d|m|t|s|v|gl|agl|dagl|degl|negl|sugl)'(?=.)/;
const CATALAN = /^(?:l|d|m|t|s|n)'(?=.)/;

/** The length of an article or pronoun that has lost its vowel before the word: 2 for "l'avion". */
export function frenchElision(word: string): number {
  return lengthOf(FRENCH, word);
}

export function italianElision(word: string): number {
  return lengthOf(ITALIAN, word);
}

export function catalanElision(word: string): number {
  return lengthOf(CATALAN, word);
}

function lengthOf(elision: RegExp, word: string): number {
  return elision.exec(word)?.[0].length ?? 0;
}
