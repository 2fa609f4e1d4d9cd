import type { Language } from '../../domain/document/language.js';
import { saysAny } from './says-any.js';

/** Words that turn what is said into its opposite, where a language writes them as words of their own. */
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

export function isNegated(text: string, language: Language): boolean {
  return saysAny(text, NEGATIONS[language] ?? '', language);
}
