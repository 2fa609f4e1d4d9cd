import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';

/** What people say yes and no with. A sentence that begins with it answers another one. */
const REPLIES: Record<Language, string> = {
  ar: 'نعم,لا,أجل,كلا,بلى',
  bg: 'да,не',
  bn: 'হ্যাঁ,না',
  ca: 'sí,no',
  cs: 'ano,ne,jo',
  da: 'ja,nej,jo',
  de: 'ja,nein,doch,jein',
  el: 'ναι,όχι',
  en: 'yes,no,yeah,yep,nope,ok,okay',
  es: 'sí,no',
  et: 'jah,ei,jaa',
  fa: 'بله,خیر,نه,آری',
  fi: 'kyllä,ei,joo',
  fr: 'oui,non,si',
  he: 'כן,לא',
  hi: 'हाँ,हां,नहीं,जी हाँ,जी नहीं',
  hr: 'da,ne',
  hu: 'igen,nem',
  id: 'ya,tidak,bukan',
  it: 'sì,no',
  ja: 'はい,いいえ,ええ,うん',
  ko: '네,예,아니요,아니오',
  lt: 'taip,ne',
  lv: 'jā,nē',
  nb: 'ja,nei,jo',
  nl: 'ja,nee,jawel',
  pl: 'tak,nie',
  pt: 'sim,não',
  ro: 'da,nu',
  ru: 'да,нет',
  sk: 'áno,nie',
  sl: 'da,ne,ja',
  sr: 'да,не,da,ne',
  sv: 'ja,nej,jo',
  th: 'ใช่,ไม่ใช่,ครับ,ค่ะ',
  tr: 'evet,hayır',
  uk: 'так,ні',
  vi: 'vâng,có,không,dạ',
  zh: '是的,不是,不,对,對,没有,沒有,好的',
};

const replyPattern = lazyPerLanguage((language) => {
  const replies = (REPLIES[language] ?? '').replaceAll(',', '|');
  return new RegExp(`^["'“«„「]?(?:${replies})[,،、，!！–—]`, 'iu');
});

/** Whether a sentence is what someone replies: "Yes, but only on Sundays." */
export function isReply(text: string, language: Language): boolean {
  return language in REPLIES && replyPattern(language).test(text);
}

const COPYRIGHT = /©|\(c\)\s*\d{4}/i;
/** Between the steps of a path, and between the links of a menu. */
const STEP = /\s[›•]\s/g;
const FEWEST_STEPS = 2;

/** Whether a text is a notice or a menu beside what a page says. */
export function isBesideText(text: string): boolean {
  return COPYRIGHT.test(text) || (text.match(STEP)?.length ?? 0) >= FEWEST_STEPS;
}

/** The line above the signature of a message, by which mail programs know it (RFC 3676). */
const SIGNATURE_MARK = /^-- ?\r?$/gm;
/** In UTF-16 units. Signatures with long disclaimers are shorter. */
const LONGEST_SIGNATURE = 4_000;

/** Where the signature of a message begins; the end of the content if it has none. */
export function signatureStart(content: string): number {
  const from = Math.max(0, content.length - LONGEST_SIGNATURE);
  for (const mark of content.slice(from).matchAll(SIGNATURE_MARK)) {
    const place = from + mark.index;
    if (place === 0 || content[place - 1] === '\n') return place;
  }
  return content.length;
}
