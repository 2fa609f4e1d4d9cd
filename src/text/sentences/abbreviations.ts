import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';

/**
 * What is written before a full stop that ends no sentence: in lower case, without that stop, and without spaces ("z.b").
 * `?` marks abbreviations that can also be the last word of a sentence, `#` those that are abbreviations only before a number: "No. 5",
 * but "No. Not today." Those that mostly end a sentence before a capital letter (etc., usw., и т. д.) are not in the lists.
 */
const EVERYWHERE =
  'dr prof mr mrs ms st vs cf e.g i.e p.s approx ca gen col sgt capt lt maj adm rev hon ph ' +
  'jr? sr? inc? ltd? co? corp? bros? u.s? u.k? u.n? ' +
  'no# nr# nos# num# n# art# p# pp# pg# vol# vols# fig# figs# eq# sec# sect# ch# chap# cap# ed# ver# v# tab# op# s# §# №# ' +
  'jan# feb# mar# apr# jun# jul# aug# sep# sept# oct# okt# nov# dec# dez# ' +
  'janv# févr# avr# juil# déc# ene# ago# dic# giu# lug# ott# fev# mrt# янв# февр# апр# авг# сент# окт# нояб# дек#';

const BY_LANGUAGE: Record<Language, string> = {
  ar: 'د أ م ص ج ق.م? أ.د م.م أ.م ط',
  bg: 'г? гг? гр ул бул пл д-р проф инж акад доц т.н т.е напр вж св ал ж.к бр стр# фиг# табл# рис# чл# лв? хил? млн? млрд? в? вв? кв',
  bn: 'ড ডা ডঃ মো মোঃ প্রফেসর অধ্যাপক প্রফে মি মিসেস কি.মি খ্রি লি জন এ বি সি ডি ই এফ জি এইচ আই জে কে এল এম এন ও পি আর এস টি ইউ ভি নং',
  ca: 'sr sra srta sta dra av avda núm pàg# ex p.ex pl c ctra ing excm il·lm aprox a.c d.c',
  cs: 'tzv např ing mgr mudr judr phdr rndr bc tj č čl sv p ul nám tř resp popř zn kap# str# obr# s# r# hod? tis? mil? mld? kč? cca př.n.l n.l? př',
  da: 'fx f.eks bl.a ca kl hr fr frk dvs jf nr adr tlf sml vedr pr mht mfl? kr? mio? mia? stk? fig# s# kap# tab# ing cand',
  de: 'z.b u.a? d.h bzw ggf vgl str? hr fr frl dipl ing inkl exkl sog z.t u.u i.d.r evtl zzgl abzgl st fa geb gest bspw insb allg max min? tel i.a i.v m.e m.w o.g s.o s.u u.ä? o.ä? v.a a.d a.m v.chr? n.chr? chr? hl kath ev mio? mrd? tsd? ca abb# abs# aufl# bd# bde# kap# ziff# nr# s# anm# tab# mag lic rer nat phil med jur',
  el: 'π.χ κ κα κος δηλ βλ αρ σελ# εικ# σχ# κεφ# λ.χ δρ καθ οδ λεωφ αγ άγ τηλ π.χ? μ.χ? αι? χλμ? χιλ? εκατ? δισ? π.μ? μ.μ? κ.ά? ό.π',
  en: 'mt ft messrs dept? univ? assn? al? gov sen rep pres atty supt pvt cpl cmdr ave? blvd? rd? est a.k.a viz resp incl ext# par# para# app#',
  es: 'sr sra srta sres dra dr lic ing arq av avda c ud uds ee ee.uu? núm# pág# págs# p.ej ej aprox art# cap# fig# d dña excmo ilmo mons gral sto sta a.c? d.c? a.m? p.m? cía? tel máx mín vs',
  et: 'nt vt lk hr pr prl u ca e.m.a? m.a.j? nn nr# joon# tab# lk# dots knd? sh sealh tn pst mnt',
  fa: 'ق.م? ه.ش? ه.ق? م ص ج',
  fi: 'esim ns ks n klo t.s? ts mm? em? ko os puh synt k eaa? jaa? ekr? jkr? milj? mrd? s# kuv# vrt toim ym',
  fr: 'm mm mme mmes mlle mlles me mgr dr pr av bd env p.ex cf éd tél j.-c? av.j.-c? ap.j.-c? st ste chap# fig# art# vol# t# p# pp# réf# coll dir trad max min?',
  he: 'גב פרופ עמ ר מס',
  hi: 'डॉ डा प्रो पं श्री श्रीमती मि मो स्व सं नं कि.मी? कि मी? ई.पू? ई? रु से.मी? कु ले मे ब्रि कै इं एड ए बी सी डी एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई जेड',
  hr: 'npr tj tzv ul g gđa gđica sv br str# sl# prof mr ing dipl akad tzv tel r.n o.g n.e? pr.n.e? pr kn? mil? mlrd? tis? čl# st# sv#',
  hu: 'pl ún ill kb id ifj özv u dr prof vö ld lsd kft? zrt? bt? rt? pf tel ford szerk i.e? i.sz? ker? u.n? stb?',
  id: 'tn ny sdr sdri drs dra ir jl jln gg no# hlm# hal# gbr# tgl tel kec kel kab prov rp pt cv h hj kh ust s.d a.n d.a u.p m.sc? s.h? s.e? s.pd? m.si? m.m? yth bpk ibu alm',
  it: 'sig sigg sig.ra sig.na dott dott.ssa avv ing arch geom rag on prof.ssa p.es es pag# pagg# p.zza v.le c.so f.lli ca art# cap# fig# n# tel s.a s.ta sen a.c? d.c? mons gen',
  ja: '',
  ko: '',
  lt: 'pvz t.y g? pan žr m? d? a? pr.kr? p.m.e? prof doc akad nr# psl# pav# lent# kun vysk gyv tūkst? mln? mlrd? val? min? vad red sud r? raj?',
  lv: 'piem t.i lpp# sk u.c? u.t.t? prof doc plkst apm tūkst? milj? mljrd? att# tab# nr# dz g? gs? sv? st',
  nb: 'f.eks bl.a ca kl hr fr frk dvs jf nr adr tlf ev pga mht m.a.o o.l? m.m? m.fl? kr? mill? mrd? fig# s# kap# tab# ing cand f.kr? e.kr? f e',
  nl: 'bijv d.w.z o.a m.b.t t.a.v i.v.m m.u.v dhr mevr mw mej drs ir ing mr nr blz# pag# hfst# afb# art# nl resp incl excl max min? ca st str jl tel n.a.v t.o.v v.chr? n.chr? chr? plm zgn evt mln? mld?',
  pl: 'np tzn tj tzw ul al pl im inż mgr hab św ks p prof doc lek mec red zob por ok ww ur zm r? w? ww? wg dot godz nr# str# s# rys# tab# art# ust# pkt# t# tys? mln? mld? zł? gr? m.in n.e? p.n.e? pow woj gm os dyr kpt płk gen',
  pt: 'sr sra srta dra dr av exmo exma ilmo ilma núm# pág# págs# p.ex ex aprox eng arq prof profª gal d tel r art# cap# fig# n.º# nº# a.c? d.c? a.m? p.m? cia? lda? ltda? ss',
  ro: 'dl dna d-na d-l str bd bdul nr pag# fig# cap# ex aprox ing prof dr sf col gen jud mun com sat lt cpt ș.a? etc.? î.hr? d.hr? hr? tel mil? mld? art# alin#',
  ru: 'г? гг? гр ул д кв пр пл пер наб обл р-н им т.е т.к т.н т.о др? проф акад доц см ср напр св ст# стр# с# рис# табл# гл# п# пп# т# руб? коп? тыс? млн? млрд? в? вв? н.э? мин? сек? чел? род ум изд ред англ нем фр лат греч рус кн о-в оз',
  sk: 'napr tzv ing mgr mudr judr phdr rndr bc tj t.j č čl sv p ul nám resp popr kap# str# obr# s# r# hod? h? tis? mil? mld? pr.n.l? n.l? pr cca',
  sl: 'npr tj t.i t.j ga g gdč sv ul št prof mag ing dipl akad univ str# sl# pogl# tab# čl# r? n.št? pr.n.št? pr mio? mrd? tis? tel oz sod roj',
  sr: 'нпр тј тзв ул г гђа гђица св бр стр# сл# проф инж акад др мр тел н.е? п.н.е? хиљ? мил? млрд? дин? npr tj tzv ul g gđa sv br str# sl# prof inž akad',
  sv: 't.ex bl.a dvs ca kl hr fr frk jfr nr adr tel fr.o.m t.o.m p.g.a s.k m.m? m.fl? o.d? kr? milj? mdr? st fig# s# kap# tab# f.kr? e.kr? d.v.s resp avd ing fil',
  th: 'ดร ศ รศ ผศ นพ พญ พล พ.ต ร.ต ส.ส น จ อ ต ถ ซ ม โทร',
  tr: 'vb? örn sn av doç yrd öğr gör dr prof cad sok mah apt blv bul bkz krş yakl yy? yük müh mim alb gen tel no# s# sf# şek# tab# c# m.ö? m.s? t.c haz çev ed',
  uk: 'м вул просп пл буд кв р? рр? ім т.зв див проф акад доц напр св обл р-н грн? коп? тис? млн? млрд? с# ст# рис# табл# гл# п# т# н.е? ред вид англ нім лат',
  vi: 'gs ts pgs ths th.s bs ks cn tp tx tt q p# tr# đ ls nxb ths.bs tp.hcm kts ds ls ông bà mr',
  zh: '',
};

export type AbbreviationKind = 'never ends' | 'may end' | 'before numbers';

const KINDS: Record<string, AbbreviationKind> = { '?': 'may end', '#': 'before numbers' };

const abbreviationsOf = lazyPerLanguage((language): ReadonlyMap<string, AbbreviationKind> => {
  const entries = `${EVERYWHERE} ${BY_LANGUAGE[language] ?? ''}`.split(' ').map((entry): [string, AbbreviationKind] => {
    const kind = KINDS[entry.slice(-1)];
    return kind === undefined ? [entry, 'never ends'] : [entry.slice(0, -1), kind];
  });
  return new Map(entries);
});

/** What is known of the full stop after a form, which is in lower case; undefined if it is no abbreviation of the language. */
export function abbreviationKind(form: string, language: Language): AbbreviationKind | undefined {
  return abbreviationsOf(language).get(form);
}
