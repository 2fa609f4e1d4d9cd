import type { Language } from '../../domain/document/language.js';
import { analyze } from '../analysis/analyze.js';
import { lazyPerLanguage } from '../lazy.js';

/**
 * Numbers in words, separated by spaces: two to twelve, hundreds, thousands, millions, dozens, halves. One is left out
 * because it is an article in many languages, and so are words with another common meaning. Japanese and Chinese have
 * none here: their number signs are recognised wherever they stand (`analysed-sentence.ts`).
 */
const NUMBER_WORDS: Record<Language, string> = {
  ar: 'اثنان اثنين اثنتين ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني تسعة تسع عشرة عشر مئة مائة ألف آلاف مليون ملايين نصف',
  bg: 'два две три четири пет шест седем осем девет десет единадесет дванадесет сто хиляда хиляди милион милиона половин',
  bn: 'দুই দুটি তিন তিনটি চার পাঁচ ছয় সাত আট নয় দশ এগারো বারো শত একশ হাজার লাখ লক্ষ কোটি অর্ধেক',
  ca: 'dos dues tres quatre cinc sis set vuit nou deu onze dotze cent cents mil milió milions meitat mig dotzena',
  cs: 'dva dvě tři čtyři pět šest sedm osm devět deset jedenáct dvanáct sto set tisíc tisíce milion milionů půl tucet',
  da: 'to tre fire fem seks syv otte ni ti elleve tolv hundrede tusind tusinde million millioner halv halvdelen dusin',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert hunderte tausend tausende million millionen milliarde milliarden halb hälfte dutzend',
  el: 'δύο δυο τρεις τρία τέσσερις τέσσερα πέντε έξι επτά εφτά οκτώ οχτώ εννέα εννιά δέκα έντεκα δώδεκα εκατό χίλια χιλιάδες εκατομμύριο εκατομμύρια μισό',
  en: 'two three four five six seven eight nine ten eleven twelve dozen dozens hundred hundreds thousand thousands million millions billion billions half twice',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce cien ciento cientos mil miles millón millones mitad medio docena',
  et: 'kaks kahe kolm kolme neli nelja viis viie kuus kuue seitse seitsme kaheksa üheksa kümme kümne üksteist kaksteist sada tuhat miljon miljonit pool',
  fa: 'دو سه چهار پنج شش هفت هشت نه ده یازده دوازده صد هزار میلیون میلیارد نیم نصف',
  fi: 'kaksi kahden kolme kolmen neljä neljän viisi viiden kuusi kuuden seitsemän kahdeksan yhdeksän kymmenen yksitoista kaksitoista sata sataa tuhat tuhatta miljoona miljoonaa puoli tusina',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze cent cents mille million millions milliard milliards moitié demi douzaine',
  he: 'שניים שתיים שני שתי שלושה שלוש ארבעה ארבע חמישה חמש שישה שש שבעה שבע שמונה תשעה תשע עשרה עשר מאה מאות אלף אלפים מיליון חצי',
  hi: 'दो तीन चार पाँच पांच छह छः सात आठ नौ दस ग्यारह बारह सौ हज़ार हजार लाख करोड़ आधा आधे',
  hr: 'dva dvije tri četiri pet šest sedam osam devet deset jedanaest dvanaest sto stotinu tisuća tisuće milijun milijuna pola',
  hu: 'kettő két három négy öt hat hét nyolc kilenc tíz tizenegy tizenkettő száz ezer millió milliárd fél tucat',
  id: 'dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas belas puluh ratus seratus ribu seribu juta setengah lusin',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici cento mille mila milione milioni miliardo miliardi metà mezzo mezza dozzina',
  ja: '',
  ko: '둘 두 셋 세 넷 네 다섯 여섯 일곱 여덟 아홉 열 백 천 만 억 절반',
  lt: 'du dvi trys tris keturi keturis penki penkis šeši šešis septyni septynis aštuoni devyni dešimt vienuolika dvylika šimtas šimtai tūkstantis tūkstančiai milijonas milijonai pusė',
  lv: 'divi divas trīs četri četras pieci piecas seši sešas septiņi septiņas astoņi astoņas deviņi deviņas desmit vienpadsmit divpadsmit simts simti tūkstotis tūkstoši miljons miljoni puse',
  nb: 'to tre fire fem seks sju syv åtte ni ti elleve tolv hundre tusen million millioner halv halvparten dusin',
  nl: 'twee drie vier vijf zes zeven acht negen tien elf twaalf honderd honderden duizend duizenden miljoen miljard half helft dozijn',
  pl: 'dwa dwie dwóch trzy trzech cztery czterech pięć pięciu sześć sześciu siedem siedmiu osiem ośmiu dziewięć dziesięć jedenaście dwanaście sto tysiąc tysiące tysięcy milion miliony milionów pół tuzin',
  pt: 'dois duas três quatro cinco seis sete oito nove dez onze doze cem cento centenas mil milhão milhões metade meio meia dúzia',
  ro: 'doi două trei patru cinci șase şase șapte şapte opt nouă zece unsprezece doisprezece sută sute mie mii milion milioane jumătate',
  ru: 'два две двух три трёх трех четыре четырёх пять шесть семь восемь девять десять десяти одиннадцать двенадцать сто сотни тысяча тысячи тысяч миллион миллиона миллионов миллиард половина пол дюжина',
  sk: 'dva dve tri štyri päť šesť sedem osem deväť desať jedenásť dvanásť sto tisíc tisíce milión milióny miliónov pol tucet',
  sl: 'dva dve tri štiri pet šest sedem osem devet deset enajst dvanajst sto tisoč milijon milijonov pol',
  sr: 'два две три четири пет шест седам осам девет десет једанаест дванаест сто хиљада хиљаде милион милиона пола dva dve tri četiri pet šest sedam osam devet deset sto hiljada milion',
  sv: 'två tre fyra fem sex sju åtta nio tio elva tolv hundra tusen miljon miljoner halv hälften dussin',
  th: 'สอง สาม สี่ ห้า หก เจ็ด แปด เก้า สิบ ร้อย พัน หมื่น แสน ล้าน ครึ่ง',
  tr: 'iki üç dört beş altı yedi sekiz dokuz on yüz bin milyon milyar yarım yarısı düzine',
  uk: "два дві двох три трьох чотири п'ять шість сім вісім дев'ять десять одинадцять дванадцять сто сотні тисяча тисячі тисяч мільйон мільйони мільйонів половина пів",
  vi: 'hai ba bốn sáu bảy tám chín mười trăm nghìn ngàn triệu tỷ nửa',
  zh: '',
};

/** The stems of number words. */
export const numberStems = lazyPerLanguage((language) => stemsOf(NUMBER_WORDS[language] ?? '', language));

/** Words for times other than the names of months and days: century, decade, today, yesterday. */
const OTHER_TIME_WORDS: Partial<Record<Language, string>> = {
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

/** The stems of the names of months and days and of other words for times, as far as the language writes each as one word. */
export const timeStems = lazyPerLanguage((language) => {
  const locales = [language, `${language}-u-ca-gregory`];
  const names = locales.flatMap((locale) => [...monthNames(locale), ...dayNames(locale)]);
  const words = [...names.filter((name) => SINGLE_WORD.test(name)), OTHER_TIME_WORDS[language] ?? ''];
  return stemsOf(words.join(' '), language);
});

/** Leaves out names of several words, whose parts are common words ("thứ hai", "segunda-feira"), and numbers ("1月"). */
const SINGLE_WORD = /^[\p{L}\p{M}]{2,}$/u;

/** The names as they stand alone and as they stand in a date, which differ in many languages. */
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

function stemsOf(words: string, language: Language): ReadonlySet<string> {
  return new Set(analyze(words, language).map(({ stem }) => stem));
}
