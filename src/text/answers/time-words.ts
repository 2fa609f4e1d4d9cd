import type { Language } from '../../domain/document/language.js';
import { stemsOf } from './stems-of.js';

/** Spans and points of time that are no names of months or days: century, decade, today, yesterday. */
const OTHER_WORDS: Partial<Record<Language, string>> = {
  ar: 'القرن قرن اليوم أمس',
  bg: 'век столетие днес вчера',
  bn: 'শতাব্দী শতক আজ গতকাল',
  ca: 'segle dècada avui ahir',
  cs: 'století dnes včera',
  da: 'århundrede årti',
  de: 'jahrhundert jahrhunderts jahrzehnt heute gestern',
  el: 'αιώνας αιώνα δεκαετία σήμερα χθες',
  en: 'century centuries decade today yesterday',
  es: 'siglo década hoy ayer',
  et: 'sajand sajandi täna eile',
  fa: 'قرن سده دهه امروز دیروز',
  fi: 'vuosisata vuosisadan tänään eilen',
  fr: "siècle décennie aujourd'hui hier",
  he: 'מאה עשור היום אתמול',
  hi: 'सदी शताब्दी दशक',
  hr: 'stoljeće stoljeća desetljeće danas jučer',
  hu: 'század évszázad évtized ma tegnap',
  id: 'abad dekade kemarin',
  it: 'secolo decennio oggi ieri',
  lt: 'amžius amžiaus šiandien vakar',
  lv: 'gadsimts gadsimta šodien vakar',
  nb: 'århundre tiår',
  nl: 'eeuw decennium vandaag gisteren',
  pl: 'wiek wieku dekada dziś dzisiaj wczoraj',
  pt: 'feira século década hoje ontem',
  ro: 'secol secolul deceniu azi astăzi ieri',
  ru: 'век века веке столетие сегодня вчера',
  sk: 'storočie storočia dnes včera',
  sl: 'stoletje stoletja danes včeraj',
  sr: 'век века данас јуче vek veka danas juče',
  sv: 'århundrade århundradet decennium idag igår',
  tr: 'yüzyıl yüzyılda bugün dün',
  uk: 'століття сьогодні вчора',
  vi: 'tháng',
};

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const lists = new Map<Language, string>();

/** Stems of the names of months and days, and of other words for times, that a language writes as words of their own. */
export function timeStems(language: Language): ReadonlySet<string> {
  let words = lists.get(language);
  if (words === undefined) {
    const names = [language, `${language}-u-ca-gregory`].flatMap((locale) => [
      ...monthNames(locale),
      ...dayNames(locale),
    ]);
    words = [...names.filter((name) => SINGLE_WORD.test(name)), OTHER_WORDS[language] ?? ''].join(' ');
    lists.set(language, words);
  }
  return stemsOf(words, language);
}

/** Parts of "thứ hai" or "segunda-feira" are common words by themselves, and "1月" is a number. */
const SINGLE_WORD = /^[\p{L}\p{M}]{2,}$/u;

/** As they stand alone and as they stand in a date, which differ in many languages. */
function monthNames(locale: string): string[] {
  const alone = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const inDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1)).flatMap((date) => [
    alone.format(date),
    ...inDate.formatToParts(date).flatMap(({ type, value }) => (type === 'month' ? [value] : [])),
  ]);
}

function dayNames(locale: string): string[] {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, i) => day.format(MONDAY + i * DAY));
}
