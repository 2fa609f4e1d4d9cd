// How many megabytes of text (UTF-8) are analysed, divided into passages and searched for matches in a second?
// node --import ./scripts/run-typescript.mjs bench/analysis.ts [language …]      (default: all)
import { performance } from 'node:perf_hooks';
import { analyze } from '../src/text/analysis/analyze.js';
import { makeExcerpt } from '../src/text/excerpts/excerpt.js';
import { MatchFinder } from '../src/text/excerpts/find-matches.js';
import { splitIntoPassages } from '../src/text/passages/passages.js';
import { Recording } from './support/recording.js';

/** Based on the first article of the Universal Declaration of Human Rights. */
const SENTENCES: Record<string, string> = {
  ar: 'يولد جميع الناس أحرارا ومتساوين في الكرامة والحقوق، وعليهم أن يعاملوا بعضهم بعضا بروح الإخاء.',
  bg: 'Всички хора се раждат свободни и равни по достойнство и права и следва да се отнасят помежду си в дух на братство.',
  bn: 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে।',
  ca: "Tots els éssers humans neixen lliures i iguals en dignitat i en drets, i l'esperit de germandat els uneix.",
  cs: 'Všichni lidé se rodí svobodní a sobě rovní co do důstojnosti a práv a mají spolu jednat v duchu bratrství.',
  da: 'Alle mennesker er født frie og lige i værdighed og rettigheder og bør handle mod hverandre i en broderskabets ånd.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren und sollen einander im Geist der Brüderlichkeit begegnen.',
  el: 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.',
  en: 'All human beings are born free and equal in dignity and rights and should act towards one another in a spirit of brotherhood.',
  es: 'Todos los seres humanos nacen libres e iguales en dignidad y derechos y deben comportarse fraternalmente los unos con los otros.',
  et: 'Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt.',
  fa: 'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند.',
  fi: 'Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.',
  fr: 'Tous les êtres humains naissent libres et égaux en dignité et en droits et doivent agir dans un esprit de fraternité.',
  he: 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.',
  hi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।',
  hr: 'Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima.',
  hu: 'Minden emberi lény szabadon születik és egyenlő méltósága és joga van.',
  id: 'Semua orang dilahirkan merdeka dan mempunyai martabat dan hak yang sama.',
  it: 'Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti e devono agire con spirito di fratellanza.',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
  ko: '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.',
  lt: 'Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis.',
  lv: 'Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās.',
  nb: 'Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter.',
  nl: 'Alle mensen worden vrij en gelijk in waardigheid en rechten geboren.',
  pl: 'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos.',
  ro: 'Toate ființele umane se nasc libere și egale în demnitate și în drepturi.',
  ru: 'Все люди рождаются свободными и равными в своём достоинстве и правах и должны поступать в духе братства.',
  sk: 'Všetci ľudia sa rodia slobodní a sebe rovní, čo sa týka ich dôstojnosti a práv.',
  sl: 'Vsi ljudje se rodijo svobodni in imajo enako dostojanstvo in enake pravice.',
  sr: 'Сва људска бића рађају се слободна и једнака у достојанству и правима.',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter.',
  th: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ',
  tr: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.',
  uk: 'Всі люди народжуються вільними і рівними у своїй гідності та правах.',
  vi: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.',
  zh: '人人生而自由，在尊严和权利上一律平等，并应以兄弟关系的精神互相对待。',
};

const BYTES = 100_000;
const SECONDS = 0.4;

/** Numbers make some words new in every sentence, as names and rare words do in a real text. */
function sample(sentence: string): string {
  let text = '';
  for (let i = 0; Buffer.byteLength(text) < BYTES; i++) text += `${sentence.repeat(3)} ${i}. `;
  return text;
}

function megabytesPerSecond(text: string, work: (text: string) => void): number {
  for (let warmUp = 0; warmUp < 3; warmUp++) work(text);
  const start = performance.now();
  let rounds = 0;
  while (performance.now() - start < SECONDS * 1000) {
    work(text);
    rounds++;
  }
  return (rounds * Buffer.byteLength(text)) / 1000 / (performance.now() - start);
}

function searchAndQuote(text: string, language: string): void {
  const [{ term, stem }] = analyze(text.slice(0, 200), language);
  const [matches] = new MatchFinder({ words: [{ term, stem }], phrases: [], typos: [] }).find([text], language);
  makeExcerpt(text, { matches, fragments: 5, fragmentSize: 100, tags: { pre: '**', post: '**' }, fallback: [] });
}

const languages = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SENTENCES);
const recording = new Recording('analysis');
console.log('MB/s        analyze  splitIntoPassages  matches and makeExcerpt');
for (const language of languages) {
  const text = sample(SENTENCES[language]);
  const figures = [
    megabytesPerSecond(text, (input) => analyze(input, language)),
    megabytesPerSecond(text, (input) => splitIntoPassages(input, language)),
    megabytesPerSecond(text, (input) => searchAndQuote(input, language)),
  ];
  console.log(`${language.padEnd(11)} ${figures.map((figure) => figure.toFixed(1).padStart(7)).join('       ')}`);
  const measures = ['analysis', 'passages', 'matches and excerpts'];
  recording.add(
    ...measures.map((measure, i) => ({ name: language, measure, unit: 'MB/s' as const, value: figures[i] })),
  );
}
recording.save();
