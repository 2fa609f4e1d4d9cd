import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';

/** Words that negate a sentence, as far as a language writes them as separate words. */
const NEGATIONS: Record<Language, string> = {
  ar: 'لا لم لن ليس ليست غير بدون',
  bg: 'не няма никога нито без',
  bn: 'না নয় নেই',
  ca: 'no mai cap sense ni',
  cs: 'ne není nebyl nebyla nikdy bez nelze',
  da: 'ikke aldrig ingen uden',
  de: 'nicht kein keine keinen keiner keinem nie niemals ohne weder niemand',
  el: 'δεν μη μην ποτέ χωρίς κανένας',
  en: "not no never none nobody neither nor without cannot unable n't isn't wasn't aren't weren't don't doesn't didn't won't can't couldn't shouldn't wouldn't hasn't haven't hadn't isnt wasnt arent werent dont doesnt didnt wont cant couldnt shouldnt wouldnt hasnt havent hadnt",
  es: 'no nunca jamás ningún ninguno ninguna sin nadie ni tampoco',
  et: 'ei mitte pole kunagi ilma',
  fa: 'نه نیست نبود هرگز بدون',
  fi: 'ei eivät en et emme ette ilman koskaan',
  fr: 'ne pas jamais aucun aucune sans personne ni rien',
  he: 'לא אין בלי מעולם',
  hi: 'नहीं न मत कभी बिना',
  hr: 'ne nije nisu nikad nikada bez',
  hu: 'nem ne sem soha nincs nélkül',
  id: 'tidak bukan tanpa belum tak',
  it: 'non mai nessuno nessuna nessun senza né',
  ja: 'ない ず ません なかった',
  ko: '안 않 못 없',
  lt: 'ne nėra nebuvo niekada be',
  lv: 'ne nav nebija nekad bez',
  nb: 'ikke aldri ingen uten',
  nl: 'niet geen nooit zonder niemand noch',
  pl: 'nie nigdy bez żaden nikt',
  pt: 'não nunca nenhum nenhuma sem ninguém nem',
  ro: 'nu niciodată fără niciun nicio nimeni',
  ru: 'не нет никогда без ни никто',
  sk: 'nie nikdy bez nebol nebola',
  sl: 'ne ni nikoli brez',
  sr: 'не није нису никада без ne nije',
  sv: 'inte aldrig ingen inga utan',
  th: 'ไม่ ไม่ใช่ ไม่มี',
  tr: 'değil yok hiç asla',
  uk: 'не немає ніколи без ні ніхто',
  vi: 'không chưa chẳng',
  zh: '不 没 没有 未 无 非 沒有 沒 無',
};

const negationsOf = lazyPerLanguage((language) => wordSet(NEGATIONS[language] ?? ''));

export function isNegated(text: string, language: Language): boolean {
  return hasAny(text, negationsOf(language), language);
}

/** Languages without spaces between words, or without spaces before particles: a listed word counts wherever it stands. */
const UNSPACED: readonly Language[] = ['ja', 'ko', 'th', 'zh'];
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Whether a text has any of these words, which are in lower case and separated by spaces. Accents count. */
export function saysAny(text: string, words: string, language: Language): boolean {
  return hasAny(text, wordSet(words), language);
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').filter((word) => word !== ''));
}

function hasAny(text: string, wanted: ReadonlySet<string>, language: Language): boolean {
  const level = text.toLowerCase().replaceAll('’', "'");
  if (UNSPACED.includes(language)) return [...wanted].some((word) => level.includes(word));
  return level.match(WORD)?.some((word) => wanted.has(word)) ?? false;
}
