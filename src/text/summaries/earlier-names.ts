import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import { isStopWord } from '../analysis/stop-words.js';
import { lazyPerLanguage } from '../lazy.js';

/** What a sentence means that does not name it: someone, or perhaps a thing. */
export type Meant = 'person' | 'anything';

/**
 * Words of the third person, as sentences begin with them. Before `;` those that mean people alone. Articles and words without
 * meaning of their own ("it rains", German "es", Danish "det") are left out.
 */
const PRONOUNS: Record<Language, string> = {
  ar: ';هو هي هم هما وهو وهي وهم',
  bg: ';той тя те неговият неговата неговото неговите нейният нейната нейните техният техните',
  bn: 'সে তিনি তাঁর তাঁরা;তারা তার তাদের এটি',
  ca: ';ell ella ells elles seu seva seus seves',
  cs: ';on ona oni ony jeho její jejich',
  da: 'han hun hans hendes ham hende;deres dens dets',
  de: ';er sie ihr ihre ihren ihrem ihrer sein seine seinen seinem seiner ihm ihn',
  el: ';αυτός αυτή αυτοί αυτές εκείνος εκείνη εκείνοι',
  en: 'he she his her him hers;they their theirs it its them',
  es: ';él ella ellos ellas su sus',
  et: ';ta tema nad nemad nende',
  fa: 'او وی ایشان;آنها آنان',
  fi: 'hän hänen;he heidän niiden',
  fr: ';il elle ils elles son sa ses leur leurs lui',
  he: ';הוא היא הם הן',
  hi: 'उन्होंने;वह वे उसने उसका उसकी उसके उनका उनकी उनके इसका इसकी इसके',
  hr: ';on ona oni one njegov njegova njegovo njegovi njezin njezina njezini njihov njihova',
  hu: 'ő ők;',
  id: 'dia ia beliau;mereka',
  it: 'egli;ella lui lei essi esse loro suo sua suoi sue esso essa',
  ja: '彼は 彼が 彼の 彼も 彼女 彼ら 同氏;それは',
  ko: '그는 그가 그녀;그들은 그들의 그의',
  lt: ';jis ji jie jos jo jų',
  lv: ';viņš viņa viņi viņas viņu',
  nb: 'han hun hans hennes ham henne;deres dens dets',
  nl: 'hij;zij ze haar hun zijn',
  pl: ';on ona oni one jego jej ich',
  pt: ';ele ela eles elas seu sua seus suas dele dela',
  ro: ';el ea ei ele său săi sale lui lor',
  ru: ';он она они оно его её ее их ему ей',
  sk: ';on ona oni ony jeho jej ich',
  sl: ';on ona oni njegov njegova njegovo njegovi njen njena njihov njihova',
  sr: ';он она они његов његова његово њен њена њихов њихова on ona oni njegov njegova njen njena njihov',
  sv: 'han hon hans hennes honom henne;deras dess',
  th: 'เขา เธอ;มัน พวกเขา พวกเธอ',
  tr: ';o onun onlar onların',
  uk: ';він вона вони воно його її їх йому їй',
  vi: 'ông bà anh chị cô;họ nó',
  zh: '他 她;它 他们 她们 它们',
};
const UNSPACED = new Set(['ja', 'th', 'zh']);
/** Here the verb stands before the pronoun if anything else begins the sentence: "Später baute sie den Turm." */
const VERB_SECOND = new Set(['da', 'de', 'nb', 'nl', 'sv']);
const LAST_AFTER_VERB = 3;

const pronounsOf = lazyPerLanguage((language): ReadonlyMap<string, Meant> => {
  const [people, others] = (PRONOUNS[language] ?? ';').split(';').map((list) => list.split(' ').filter(Boolean));
  return new Map([
    ...others.map((word) => [word, 'anything'] as const),
    ...people.map((word) => [word, 'person'] as const),
  ]);
});

/** "It is known that", "Il faut": these mean nothing that was named before. */
const MEANS_NOTHING = /^(?:it (?:\p{L}+ ){1,6}?(?:that|to|if|whether)\b|il (?:y a|faut|est|s.agit|existe)\b)/iu;
const NOT_A_PRONOUN = /^(?:他人|他国|他國|他者|其他)/;
const TOKENS = /[\p{L}\p{M}’']+|[\p{Nd}.]+|[,،、，]/gu;
const COMMA = /^[,،、，]$/;
const CAPITAL = /^\p{Lu}/u;
/** The most words to look at. */
const BEGINNING = 14;

/**
 * What a sentence speaks of without naming it: "He was born in Ulm", "In 1879, she moved". Null if it names what it speaks of, or
 * speaks of nothing named before. The text is without quotations: in "I am late," she said, it is "she" that matters.
 */
export function leansOn(text: string, language: Language): Meant | null {
  if (UNSPACED.has(language)) return leansWithoutSpaces(text, language);
  const beginning = text.trim();
  if (MEANS_NOTHING.test(beginning)) return null;
  const pronouns = pronounsOf(language);
  const tokens = (beginning.slice(0, 200).match(TOKENS) ?? []).slice(0, BEGINNING);
  const words = tokens.filter((token) => !COMMA.test(token));
  let content = 0;
  let nouns = 0;
  for (const [i, token] of tokens.entries()) {
    if (COMMA.test(token)) continue;
    const meant = pronouns.get(token.toLowerCase());
    const isName = i > 0 && CAPITAL.test(token);
    if (meant !== undefined && !isName && !isTitle(tokens, i, language)) {
      const afterIntroduction = i > 0 && COMMA.test(tokens[i - 1]) && isLittle(words[0], language);
      const place = words.indexOf(token);
      const afterVerb = VERB_SECOND.has(language) && nouns === 0 && place <= LAST_AFTER_VERB;
      return content === 0 || place <= 1 || afterVerb || afterIntroduction ? meant : null;
    }
    // German writes all nouns with capitals, not only names.
    if (isName && language !== 'de') return null;
    if (isName) nouns++;
    if (!isLittle(token, language)) content++;
  }
  return null;
}

/** Vietnamese calls people "Ông Nam", and then the name follows. */
function isTitle(tokens: readonly string[], i: number, language: Language): boolean {
  return language === 'vi' && CAPITAL.test(tokens[i + 1] ?? '');
}

/** Stop words and numbers. */
function isLittle(token: string, language: Language): boolean {
  return /^\p{Nd}/u.test(token) || isStopWord(analyze(token, language)[0]?.term ?? '', language);
}

function leansWithoutSpaces(text: string, language: Language): Meant | null {
  const introduced = /^[^，、,。\s]{1,14}[，、,\s]+(.*)$/su.exec(text.trim())?.[1] ?? '';
  for (const beginning of [text.trim(), introduced]) {
    if (NOT_A_PRONOUN.test(beginning)) continue;
    for (const [word, meant] of pronounsOf(language)) if (beginning.startsWith(word)) return meant;
  }
  return null;
}

/** Whether a sentence has a name, as far as its script shows that. */
export function hasName(text: string, language: Language): boolean {
  if (language === 'de' || !/[\p{Lu}\p{Ll}]/u.test(text)) return true;
  const words = text.match(/[\p{L}\p{M}’']+/gu) ?? [];
  return words.some((word, i) => CAPITAL.test(word) && (i > 0 || !isLittle(word, language)));
}
