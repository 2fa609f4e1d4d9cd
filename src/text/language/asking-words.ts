import type { Language } from '../../domain/document/language.js';

type AskingWords = Partial<Record<'person' | 'time' | 'place' | 'number', string>>;

/**
 * How each language asks for a person, a time, a place or a number. Forms are in lower case and separated by commas.
 * The words of a longer form must follow each other. In scripts without spaces, a form counts wherever it stands.
 */
export const ASKING_WORDS: Record<Language, AskingWords> = {
  ar: {
    person: 'من هو,من هي,من هم,من الذي,لمن',
    time: 'متى,أي عام,أي سنة',
    place: 'أين,أي بلد,أي مدينة',
    number: 'كم,ما عدد,ما نسبة,ما مدى',
  },
  bg: {
    person: 'кой,коя,кого,чий',
    time: 'кога,коя година',
    place: 'къде,коя страна,кой град',
    number: 'колко,какъв процент',
  },
  bn: { person: 'কে,কার,কাকে', time: 'কখন,কবে', place: 'কোথায়', number: 'কত,কয়টি,কতজন,কতটা,কতক্ষণ,কতদিন' },
  ca: {
    person: 'qui',
    time: 'quan,quin any,en quin any',
    place: 'on,quin país,quina ciutat',
    number: 'quants,quantes,quant,quanta,quin percentatge',
  },
  cs: {
    person: 'kdo,koho,komu,kým',
    time: 'kdy,kterém roce',
    place: 'kde,kam,odkud',
    number: 'kolik,jak dlouho,jak často,jak daleko,jak vysoký,jak starý,jak velký',
  },
  da: {
    person: 'hvem,hvis',
    time: 'hvornår,hvilket år',
    place: 'hvor',
    number: 'hvor mange,hvor meget,hvor længe,hvor ofte,hvor langt,hvor gammel,hvor høj,hvor højt,hvor stor,hvor stort',
  },
  de: {
    person: 'wer,wen,wem,wessen',
    time: 'wann,welchem jahr,welches jahr,welchem jahrhundert,welchem monat,welchem tag,seit wann',
    place: 'wo,woher,wohin,welchem land,welcher stadt',
    number:
      'wie viele,wie vielen,wie vieler,wie viel,wieviel,wieviele,wie hoch,wie lang,wie lange,wie groß,wie weit,wie oft,wie häufig,wie alt,wie schwer,wie schnell,wie tief,wie breit,wie teuer,wie warm,wie heiß,welcher prozentsatz,welcher anteil,welche anzahl,welcher temperatur,welche temperatur',
  },
  el: {
    person: 'ποιος,ποια,ποιοι,ποιον',
    time: 'πότε,ποιο έτος',
    place: 'πού',
    number: 'πόσα,πόσοι,πόσες,πόσο,πόση,πόσος,πόσους,ποσοστό',
  },
  en: {
    person: 'who,whom,whose,which person,what person',
    time: 'when,what year,which year,what date,what month,what century,which century,what decade,what day,how long ago',
    place:
      'where,what country,which country,what city,which city,what region,what state,which state,what location,what continent,what place',
    number:
      'how many,how much,how old,how long,how far,how high,how tall,how large,how big,how often,what percentage,what percent,what number,what amount,how deep,how fast,how wide,how heavy,how hot,how cold,what temperature,which temperature',
  },
  es: {
    person: 'quién,quiénes,quien',
    time: 'cuándo,cuando,qué año,qué fecha',
    place: 'dónde,donde,qué país,qué ciudad',
    number:
      'cuántos,cuántas,cuánto,cuánta,cuantos,cuantas,cuanto,qué porcentaje,qué cantidad,qué número,qué temperatura,con qué frecuencia',
  },
  et: {
    person: 'kes,kelle,keda',
    time: 'millal,mis aastal',
    place: 'kus,kuhu,kust',
    number: 'mitu,kui palju,kui kaua,kui tihti,kui kõrge,kui vana,kui pikk,kui suur',
  },
  fa: {
    person: 'چه کسی,کی بود,چه کسانی',
    time: 'چه زمانی,چه سالی,کی',
    place: 'کجا,کدام کشور',
    number: 'چند,چقدر,چه مدت,چه تعداد',
  },
  fi: {
    person: 'kuka,ketä,kenen,ketkä',
    time: 'milloin,koska,minä vuonna',
    place: 'missä,mistä,minne',
    number:
      'montako,kuinka monta,kuinka paljon,kuinka kauan,kuinka usein,kuinka korkea,kuinka pitkä,kuinka vanha,kuinka suuri,kuinka kaukana,miten monta,miten paljon,miten kauan',
  },
  fr: {
    person: 'qui',
    time: 'quand,quelle année,quelle date,quel siècle',
    place: 'où,quel pays,quelle ville',
    number:
      'combien,quel pourcentage,quel nombre,quelle température,quelle quantité,quelle distance,quelle hauteur,quelle longueur',
  },
  he: { person: 'מי', time: 'מתי,באיזו שנה', place: 'איפה,היכן', number: 'כמה' },
  hi: { person: 'कौन,किसने,किसका,किसे', time: 'कब,किस वर्ष,किस साल', place: 'कहाँ,कहां', number: 'कितने,कितना,कितनी' },
  hr: {
    person: 'tko,koga,kome',
    time: 'kada,kad,koje godine',
    place: 'gdje,odakle',
    number: 'koliko,kako dugo,kako često,koji postotak',
  },
  hu: {
    person: 'ki,kit,kinek,kik',
    time: 'mikor,melyik évben',
    place: 'hol,honnan,hova',
    number: 'hány,hányan,hányszor,mennyi,mennyit,mennyire,milyen magas,milyen hosszú,milyen gyakran',
  },
  id: { person: 'siapa', time: 'kapan,tahun berapa', place: 'di mana,dimana,mana', number: 'berapa' },
  it: {
    person: 'chi',
    time: 'quando,quale anno,che anno',
    place: 'dove,quale paese,quale città',
    number: 'quanti,quante,quanto,quanta,quale percentuale,che percentuale,quale temperatura,che temperatura',
  },
  ja: {
    person: '誰,だれ',
    time: 'いつ,何年,何月,何時,何世紀',
    place: 'どこ,どの国',
    number:
      'いくつ,いくら,何人,何個,何パーセント,何分,何時間,何日,何回,何度,何メートル,どのくらい,どれくらい,どのぐらい,どれぐらい,どれだけ',
  },
  ko: { person: '누구,누가', time: '언제,몇 년', place: '어디', number: '몇,얼마,얼마나' },
  lt: { person: 'kas buvo,kam,ką', time: 'kada,kuriais metais', place: 'kur', number: 'kiek,kaip ilgai,kaip dažnai' },
  lv: { person: 'kurš,kura,kam', time: 'kad,kurā gadā', place: 'kur', number: 'cik,cik ilgi,cik daudz,cik bieži' },
  nb: {
    person: 'hvem',
    time: 'når,hvilket år',
    place: 'hvor',
    number: 'hvor mange,hvor mye,hvor lenge,hvor ofte,hvor langt,hvor gammel,hvor høy,hvor høyt,hvor stor,hvor stort',
  },
  nl: {
    person: 'wie,wiens',
    time: 'wanneer,welk jaar',
    place: 'waar,welk land,welke stad',
    number:
      'hoeveel,hoe lang,hoe hoog,hoe groot,hoe oud,hoe vaak,hoe ver,hoe diep,hoe breed,hoe snel,hoe zwaar,hoe duur,welk percentage,welke temperatuur',
  },
  pl: {
    person: 'kto,kogo,komu',
    time: 'kiedy,którym roku',
    place: 'gdzie,skąd,dokąd',
    number: 'ile,ilu,jak długo,jak często,jak wysoki,jak daleko,jaki procent',
  },
  pt: {
    person: 'quem',
    time: 'quando,que ano,que data',
    place: 'onde,que país,que cidade',
    number: 'quantos,quantas,quanto,quanta,que percentagem,qual a percentagem,que temperatura',
  },
  ro: { person: 'cine,cui', time: 'când,ce an', place: 'unde,ce țară', number: 'câți,câţi,câte,cât,câtă,ce procent' },
  ru: {
    person: 'кто,кого,кому,кем,чей',
    time: 'когда,каком году,какой год',
    place: 'где,куда,откуда,какой стране,каком городе',
    number:
      'сколько,какой процент,как долго,как часто,как далеко,какой высоты,какой длины,какое количество,какой температуре',
  },
  sk: {
    person: 'kto,koho,komu',
    time: 'kedy,ktorom roku',
    place: 'kde,kam,odkiaľ',
    number: 'koľko,ako dlho,ako často,ako ďaleko,ako vysoký',
  },
  sl: {
    person: 'kdo,koga,komu',
    time: 'kdaj,katerega leta',
    place: 'kje,kam,od kod',
    number: 'koliko,kako dolgo,kako pogosto,kolikšen,kolikšna',
  },
  sr: {
    person: 'ко,кога,коме,ko,koga',
    time: 'када,кад,које године,kada',
    place: 'где,одакле,gde',
    number: 'колико,koliko,како дуго,колико дуго,колико често,kako dugo',
  },
  sv: {
    person: 'vem,vilka,vems',
    time: 'när,vilket år',
    place: 'var,vilket land,vilken stad',
    number:
      'hur många,hur mycket,hur länge,hur lång,hur långt,hur ofta,hur gammal,hur hög,hur högt,hur stor,hur stort,hur djup',
  },
  th: {
    person: 'ใคร',
    time: 'เมื่อไร,เมื่อไหร่,เมื่อใด,ปีใด,ปีไหน',
    place: 'ที่ไหน,ประเทศใด',
    number: 'กี่,เท่าไร,เท่าใด,เท่าไหร่,นานแค่ไหน,แค่ไหน',
  },
  tr: {
    person: 'kim,kimin,kimler,kimdir',
    time: 'ne zaman,hangi yıl,hangi yılda',
    place: 'nerede,nereye,nereden',
    number: 'kaç,kaçı,kaçtır,ne kadar,ne sıklıkla,yüzde kaç',
  },
  uk: {
    person: 'хто,кого,кому,чий',
    time: 'коли,якому році',
    place: 'де,куди,звідки',
    number: 'скільки,як довго,як часто,який відсоток',
  },
  vi: {
    person: 'ai',
    time: 'khi nào,bao giờ,năm nào',
    place: 'ở đâu,đâu,nước nào',
    number: 'bao nhiêu,mấy,bao lâu,bao xa',
  },
  zh: {
    person: '谁,誰,哪位',
    time: '什么时候,何时,哪年,哪一年,几年,什麼時候,何時',
    place: '哪里,哪裡,在哪,哪个国家,哪个城市,何处',
    number:
      '多少,几个,几次,几分钟,几小时,几天,几人,几岁,幾個,百分之几,多大,多长,多高,多久,多远,多重,多深,多快,多長,多遠',
  },
};
