import { describe, expect, it } from 'vitest';
import { detectLanguage } from './detect-language.js';

const QUESTIONS: Record<string, string> = {
  ar: 'ما هو ارتفاع البرج؟',
  bg: 'Колко е висока кулата и къде се намира тя?',
  bn: 'টাওয়ারটি কত উঁচু?',
  ca: 'Quants metres fa la torre i qui la va construir?',
  cs: 'Jak vysoká je věž a kdo ji postavil?',
  da: 'Hvor højt er tårnet, og hvornår blev det bygget?',
  de: 'Wie hoch ist der Turm und wer hat ihn gebaut?',
  el: 'Πόσο ψηλός είναι ο πύργος;',
  en: 'How high is the tower and who built it?',
  es: '¿Quién construyó la torre y cuándo?',
  et: 'Kui kõrge on torn ja kes selle ehitas?',
  fa: 'ارتفاع برج چقدر است؟',
  fi: 'Kuinka korkea torni on ja kuka sen rakensi?',
  fr: 'Qui a construit la tour et en quelle année ?',
  he: 'מה גובה המגדל?',
  hi: 'मीनार कितनी ऊँची है?',
  hu: 'Milyen magas a torony, és ki építette?',
  id: 'Siapa yang membangun menara itu dan kapan?',
  it: 'Chi ha costruito la torre e quando?',
  ja: '塔の高さはどのくらいですか？',
  ko: '탑의 높이는 얼마입니까?',
  lt: 'Kas pastatė bokštą ir kada?',
  lv: 'Kas uzcēla torni un kad tas bija?',
  nl: 'Hoe hoog is de toren en wie heeft hem gebouwd?',
  pl: 'Kto zbudował wieżę i kiedy to było?',
  pt: 'Quem construiu a torre e em que ano não estava pronta?',
  ro: 'Cine a construit turnul și când?',
  ru: 'Кто построил эту башню и когда?',
  sk: 'Kto postavil vežu a koľko metrov má?',
  sv: 'Vem byggde tornet och när blev det färdigt?',
  th: 'หอคอยสูงเท่าไร',
  tr: 'Kuleyi kim yaptı ve ne zaman bitti?',
  uk: 'Хто збудував вежу і коли це було?',
  vi: 'Ai đã xây dựng tòa tháp này?',
  zh: '这座塔有多高？',
};

describe('detectLanguage', () => {
  it.each(Object.entries(QUESTIONS))('knows %s', (language, question) => {
    expect(detectLanguage(question)).toBe(language);
  });

  it('knows "was" that asks from "was" that tells', () => {
    for (const german of ['Was bedeutet Fehlercode E07?', 'was heißt RSVP?', 'Was kostet Parken?']) {
      expect(detectLanguage(german), german).toBe('de');
    }
    for (const english of ['Was it closed?', 'Was there any damage?', 'Was Einstein German?', 'was charged twice']) {
      expect(detectLanguage(english), english).toBe('en');
    }
  });

  it('tells the alphabets of Serbian and Croatian apart, and takes a guess at the rest', () => {
    expect(detectLanguage('Ко је саградио ову кулу и када је то било?')).toBe('sr');
    expect(['hr', 'sr', 'sl']).toContain(detectLanguage('Tko je izgradio toranj i kada?'));
    expect(['nb', 'da']).toContain(detectLanguage('Hvem bygde tårnet og når ble det ferdig?'));
  });

  it.each([
    'Where is my parcel?',
    'I was charged twice for the same order.',
    'The café in Zürich was closed when we arrived.',
    'My card isn’t working',
    'He ordered a crème brûlée and a jalapeño pizza.',
    'What does the name 東京 mean?',
    'The Bergkäse is here.',
    'Ben (Hebrew: בֶּן‎, son of) also forms part of Hebrew names.',
    'The parts were sent to Mr Nguyễn Văn Đức in a box that was open.',
  ])('takes %j for English, whatever names it has', (text) => expect(detectLanguage(text)).toBe('en'));

  it.each([
    ['Wo ist mein Paket?', 'de'],
    ['Où est mon colis ? Je ne le trouve pas.', 'fr'],
    ['¿Cómo puedo pagar con la tarjeta?', 'es'],
    ['Var är det? Jag hittar inte mitt paket.', 'sv'],
    ['Где моя посылка?', 'ru'],
    ['我的包裹在哪里？', 'zh'],
    ['أين طردي؟', 'ar'],
    ['SEXTANT_LLM_TIMEOUTとは', 'ja'],
    ['Anh ấy sinh ra ở thành phố nào?', 'vi'],
  ])('takes %j for %s', (text, language) => expect(detectLanguage(text)).toBe(language));

  it.each([
    ['Dobrý deň, ako sa dnes máte?', 'sk'],
    ['Zajtra bude pekné počasie na celom Slovensku.', 'sk'],
    ['Schůzka začíná v deset hodin ráno.', 'cs'],
    ['Састанак почиње у десет сати ујутру.', 'sr'],
    ['Sastanak počinje u deset sati ujutro.', 'hr'],
    ['Dobar dan, kako ste danas?', 'hr'],
    ['Dober dan, kako ste danes?', 'sl'],
    ['Желим да купим лампу за кухињу.', 'sr'],
    ['Влакът пристига късно вечерта.', 'bg'],
    ['Срещата започва в десет часа сутринта.', 'bg'],
    ['Встреча начинается в десять часов утра.', 'ru'],
    ['Bom dia, como você está hoje?', 'pt'],
    ['Buenos días, ¿cómo está usted hoy?', 'es'],
    ['Guten Tag, wie geht es Ihnen heute?', 'de'],
    ['Wie geht es Ihnen?', 'de'],
    ['Wie heeft dit gemaakt?', 'nl'],
  ])('tells %j from languages like it: %s', (text, language) => expect(detectLanguage(text)).toBe(language));

  it('says nothing where nothing tells', () => {
    const silent = ['', '12345', '???', '😀', 'xyzzy', 'refund', 'SKU-1234 delivered'];
    for (const text of silent) expect(detectLanguage(text)).toBeNull();
  });
});
