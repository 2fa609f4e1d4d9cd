import type { Language } from '../../domain/language.js';

/** What a question asks for, as far as its words tell. */
export type AnswerKind = 'person' | 'time' | 'place' | 'number' | 'open';

type AskingWords = Partial<Record<Exclude<AnswerKind, 'open'>, string>>;

/**
 * How each language asks for a person, a time, a place or a number. Forms are separated by commas, lower case. A form of
 * several words counts where they follow one another. In scripts without spaces a form counts wherever it stands.
 */
export const ASKING_WORDS: Record<Language, AskingWords> = {
  ar: {
    person: 'من هو,من هي,من هم,من الذي,لمن',
    time: 'متى,أي عام,أي سنة',
    place: 'أين,أي بلد,أي مدينة',
    number: 'كم',
  },
  bg: { person: 'кой,коя,кого,чий', time: 'кога,коя година', place: 'къде,коя страна,кой град', number: 'колко' },
  bn: { person: 'কে,কার,কাকে', time: 'কখন,কবে', place: 'কোথায়', number: 'কত,কয়টি,কতজন' },
  ca: {
    person: 'qui',
    time: 'quan,quin any,en quin any',
    place: 'on,quin país,quina ciutat',
    number: 'quants,quantes,quant,quanta',
  },
  cs: { person: 'kdo,koho,komu,kým', time: 'kdy,kterém roce', place: 'kde,kam,odkud', number: 'kolik' },
  da: { person: 'hvem,hvis', time: 'hvornår,hvilket år', place: 'hvor', number: 'hvor mange,hvor meget' },
  de: {
    person: 'wer,wen,wem,wessen',
    time: 'wann,welchem jahr,seit wann',
    place: 'wo,woher,wohin,welchem land,welcher stadt',
    number: 'wie viele,wie viel,wieviel,wieviele,wie hoch,wie lang,wie groß,wie weit',
  },
  el: { person: 'ποιος,ποια,ποιοι,ποιον', time: 'πότε,ποιο έτος', place: 'πού', number: 'πόσα,πόσοι,πόσες,πόσο' },
  en: {
    person: 'who,whom,whose,which person,what person',
    time: 'when,what year,which year,what date,what month,what century,which century,what decade,what day,how long ago',
    place:
      'where,what country,which country,what city,which city,what region,what state,which state,what location,what continent,what place',
    number:
      'how many,how much,how old,how long,how far,how high,how tall,how large,how big,how often,what percentage,what percent,what number,what amount,how deep,how fast,how wide',
  },
  es: {
    person: 'quién,quiénes,quien',
    time: 'cuándo,cuando,qué año,qué fecha',
    place: 'dónde,donde,qué país,qué ciudad',
    number: 'cuántos,cuántas,cuánto,cuánta,cuantos,cuantas,qué porcentaje',
  },
  et: { person: 'kes,kelle,keda', time: 'millal,mis aastal', place: 'kus,kuhu,kust', number: 'mitu,kui palju' },
  fa: { person: 'چه کسی,کی بود,چه کسانی', time: 'چه زمانی,چه سالی,کی', place: 'کجا,کدام کشور', number: 'چند,چقدر' },
  fi: {
    person: 'kuka,ketä,kenen,ketkä',
    time: 'milloin,koska,minä vuonna',
    place: 'missä,mistä,minne',
    number: 'montako,kuinka monta,kuinka paljon',
  },
  fr: {
    person: 'qui',
    time: 'quand,quelle année,quelle date,quel siècle',
    place: 'où,quel pays,quelle ville',
    number: 'combien,quel pourcentage,quel nombre',
  },
  he: { person: 'מי', time: 'מתי,באיזו שנה', place: 'איפה,היכן', number: 'כמה' },
  hi: { person: 'कौन,किसने,किसका,किसे', time: 'कब,किस वर्ष,किस साल', place: 'कहाँ,कहां', number: 'कितने,कितना,कितनी' },
  hr: { person: 'tko,koga,kome', time: 'kada,kad,koje godine', place: 'gdje,odakle', number: 'koliko' },
  hu: {
    person: 'ki,kit,kinek,kik',
    time: 'mikor,melyik évben',
    place: 'hol,honnan,hova',
    number: 'hány,mennyi,hányan',
  },
  id: { person: 'siapa', time: 'kapan,tahun berapa', place: 'di mana,dimana,mana', number: 'berapa' },
  it: {
    person: 'chi',
    time: 'quando,quale anno,che anno',
    place: 'dove,quale paese,quale città',
    number: 'quanti,quante,quanto,quanta,quale percentuale',
  },
  ja: {
    person: '誰,だれ',
    time: 'いつ,何年,何月',
    place: 'どこ,どの国',
    number: 'いくつ,いくら,何人,何個,何パーセント,どのくらい',
  },
  ko: { person: '누구,누가', time: '언제,몇 년', place: '어디', number: '몇,얼마' },
  lt: { person: 'kas buvo,kam,ką', time: 'kada,kuriais metais', place: 'kur', number: 'kiek' },
  lv: { person: 'kurš,kura,kam', time: 'kad,kurā gadā', place: 'kur', number: 'cik' },
  nb: { person: 'hvem', time: 'når,hvilket år', place: 'hvor', number: 'hvor mange,hvor mye' },
  nl: {
    person: 'wie,wiens',
    time: 'wanneer,welk jaar',
    place: 'waar,welk land,welke stad',
    number: 'hoeveel,hoe lang,hoe hoog',
  },
  pl: { person: 'kto,kogo,komu', time: 'kiedy,którym roku', place: 'gdzie,skąd,dokąd', number: 'ile,ilu' },
  pt: {
    person: 'quem',
    time: 'quando,que ano,que data',
    place: 'onde,que país,que cidade',
    number: 'quantos,quantas,quanto,quanta',
  },
  ro: { person: 'cine,cui', time: 'când,ce an', place: 'unde,ce țară', number: 'câți,câte,cât,câtă' },
  ru: {
    person: 'кто,кого,кому,кем,чей',
    time: 'когда,каком году,какой год',
    place: 'где,куда,откуда,какой стране,каком городе',
    number: 'сколько,какой процент',
  },
  sk: { person: 'kto,koho,komu', time: 'kedy,ktorom roku', place: 'kde,kam,odkiaľ', number: 'koľko' },
  sl: { person: 'kdo,koga,komu', time: 'kdaj,katerega leta', place: 'kje,kam,od kod', number: 'koliko' },
  sr: {
    person: 'ко,кога,коме,ko,koga',
    time: 'када,кад,које године,kada',
    place: 'где,одакле,gde',
    number: 'колико,koliko',
  },
  sv: {
    person: 'vem,vilka,vems',
    time: 'när,vilket år',
    place: 'var,vilket land,vilken stad',
    number: 'hur många,hur mycket',
  },
  th: { person: 'ใคร', time: 'เมื่อไร,เมื่อไหร่,เมื่อใด,ปีใด,ปีไหน', place: 'ที่ไหน,ประเทศใด', number: 'กี่,เท่าไร,เท่าใด,เท่าไหร่' },
  tr: {
    person: 'kim,kimin,kimler,kimdir',
    time: 'ne zaman,hangi yıl,hangi yılda',
    place: 'nerede,nereye,nereden',
    number: 'kaç,ne kadar',
  },
  uk: { person: 'хто,кого,кому,чий', time: 'коли,якому році', place: 'де,куди,звідки', number: 'скільки' },
  vi: { person: 'ai', time: 'khi nào,bao giờ,năm nào', place: 'ở đâu,đâu,nước nào', number: 'bao nhiêu,mấy' },
  zh: {
    person: '谁,誰,哪位',
    time: '什么时候,何时,哪年,哪一年,几年,什麼時候,何時',
    place: '哪里,哪裡,在哪,哪个国家,哪个城市,何处',
    number: '多少,几个,几次,幾個,百分之几,多大,多长,多高',
  },
};
