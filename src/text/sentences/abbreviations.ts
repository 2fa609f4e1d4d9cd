import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';

/** Abbreviations that hardly ever end a sentence. In lower case, without the last full stop. */
const EVERYWHERE = 'dr prof mr mrs ms st vs ca cf e.g i.e p.s approx gen col sgt capt lt rev hon jr';

const BY_LANGUAGE: Record<Language, string> = {
  bg: 'г гр ул бул д-р проф инж т.н т.е напр',
  ca: 'sr sra srta sta av núm pàg ex p.ex',
  cs: 'tzv např ing mgr mudr judr tj atd č s r sv p',
  da: 'fx f.eks bl.a ca kl hr fr dvs jf nr',
  de: 'z.b u.a d.h usw bzw ggf vgl str hr fr dipl ing inkl exkl sog z.t u.u i.d.r evtl zzgl st',
  el: 'π.χ κ κα δηλ βλ αρ σελ λ.χ',
  en: 'mt ft messrs dept univ assn bros al',
  es: 'sr sra srta dra av avda ud uds ee.uu núm pág p.ej ej',
  et: 'nt jne lk vt hr pr',
  fi: 'esim ns mm ks n klo',
  fr: 'm mm mme mlle me av bd mgr env p.ex cf éd',
  hr: 'npr tj tzv ul g gđa sv br',
  hu: 'pl ún ill kb id özv u',
  id: 'tn ny jl sdr drs ir dll',
  it: 'sig sig.ra sig.na dott avv ing arch on p.es es pag',
  lt: 'pvz t.y t.t g pan',
  lv: 'piem t.i u.c lpp',
  nb: 'f.eks bl.a ca kl hr fr dvs jf nr',
  nl: 'bijv d.w.z o.a m.b.t dhr mevr drs ir nr blz t.a.v',
  pl: 'np tzn tj ul al im inż mgr hab św ks p r w',
  pt: 'sr sra dra av exmo exma núm pág p.ex ex',
  ro: 'dl dna str bd nr pag ex',
  ru: 'г гг ул д им т.е т.д т.п т.к т.н др проф акад см стр рис руб тыс млн млрд',
  sk: 'napr tzv ing mgr tj č s sv p',
  sl: 'npr tj t.i ga sv ul št',
  sr: 'нпр тј тзв ул г гђа св бр npr tj tzv ul g gđa sv br',
  sv: 't.ex bl.a dvs ca kl hr fr jfr nr',
  tr: 'vb örn sn av doç yrd cad sok mah',
  uk: 'м вул р рр ім т.д т.п т.зв див проф акад грн тис млн млрд с',
};

/** Abbreviations only in front of a number: "No. 5", but "No. Not today." */
const BEFORE_NUMBERS = new Set(
  'no nr nos n nº num art abs p pp s pg vol fig figs eq sec ch chap ed ver kap ziff § č čl ст с рис табл т п пп № núm pág br št'.split(
    ' ',
  ),
);

/** Languages in which "3." means "third". */
const ORDINAL_STOP = new Set('bg cs da de et fi hr hu lv nb pl sk sl sr tr'.split(' '));

const abbreviationsOf = lazyPerLanguage(
  (language): ReadonlySet<string> => new Set(`${EVERYWHERE} ${BY_LANGUAGE[language] ?? ''}`.split(' ')),
);

const LONE_LETTER = /^(?:.*\.)?\p{L}$/u;
const ORDINAL = /^\d{1,2}$/;
const LEADING_SIGNS = /^[^\p{L}\p{N}§№]+/u;

/** Whether the full stop after `word` only marks an abbreviation, so that the sentence goes on with `following`. */
export function isAbbreviation(word: string, following: string, language: Language): boolean {
  const bare = word.toLowerCase().replace(LEADING_SIGNS, '');
  if (bare === '') return false;
  if (abbreviationsOf(language).has(bare) || LONE_LETTER.test(bare)) return true;
  if (ORDINAL.test(bare)) return ORDINAL_STOP.has(language);
  return BEFORE_NUMBERS.has(bare) && /^\d/.test(following);
}
