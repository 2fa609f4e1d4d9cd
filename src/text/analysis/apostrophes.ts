/** A word without apostrophes and without the possessive: `john` for "John's". */
export function withoutApostrophes(word: string): string {
  if (!word.includes("'")) return word;
  return word.replace(/(?<=.)'s$/, '').replaceAll("'", '');
}

/** In Turkish an ending follows the apostrophe: İstanbul'da. */
export function upToApostrophe(word: string): string {
  return word.replace(/(?<=.)'.*$/, '');
}

/** Hebrew acronyms have a quotation mark before their last letter: צה״ל. */
export function withoutHebrewQuotes(word: string): string {
  return word.replace(/["״']/g, '');
}
