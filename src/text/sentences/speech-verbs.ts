import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';

/** Beginnings of words for saying and asking, as they stand beside a quotation; `|` at the end marks a whole word. */
const SPEECH_VERBS: Record<Language, string> = {
  ar: 'قال يقول تقول سأل أجاب أضاف صاح هتف أوضح أكد ذكر همس رد| ردت صرح علق كتب',
  bg: 'каза| казва казал попита пита отговори добави извика заяви обясни написа съобщи прошепна',
  bn: 'বলল বলেন বললেন বলে জিজ্ঞাসা জিজ্ঞেস উত্তর জানান যোগ চিৎকার লিখেছেন',
  ca: 'diu| deia va_dir digué preguntà va_preguntar respongué va_respondre afegí va_afegir explicà va_explicar afirmà va_escriure',
  cs: 'řekl říká říkal zeptal odpověděl dodal dodává zvolal uvedl prohlásil vysvětlil napsal zašeptal podotkl',
  da: 'sagde siger spurgte spørger svarede tilføjede råbte forklarede skrev fortalte udtalte hviskede',
  de: 'sagt fragt antwortet rief ruft ergänzt erklärt meint schrieb schreibt betont flüstert erzählt berichtet erwidert so|',
  el: 'είπε λέει ρώτησε ρωτά απάντησε πρόσθεσε φώναξε δήλωσε εξήγησε έγραψε τόνισε ανέφερε',
  en: 'said says asked asks replied replies answered added adds shouted cried told explained explains wrote writes whispered noted insisted claimed argued stated remarked recalled declared announced exclaimed warned',
  es: 'dijo dice| decía preguntó pregunta| respondió contestó añadió agregó gritó explicó afirmó escribió señaló susurró exclamó',
  et: 'ütles ütleb küsis küsib vastas lisas hüüdis selgitas kirjutas teatas sosistas rääkis',
  fa: 'گفت می‌گوید پرسید پاسخ افزود فریاد توضیح نوشت اظهار تأکید',
  fi: 'sanoi sanoo kysyi kysyy vastasi lisäsi huusi selitti kirjoitti kertoi totesi kuiskasi',
  fr: 'dit| disait demanda demande| répond répliqua ajout cria crie| expliqu écrivit écrit| affirm déclar murmur souligne lança',
  he: 'אמר אומר שאל שואל ענה ענתה הוסיף הוסיפה צעק השיב השיבה הסביר כתב לחש הצהיר ציין',
  hi: 'कहा कहते कहती कहता पूछा बोला बोली बोले जवाब उत्तर बताया लिखा चिल्लाया जोड़ा',
  hr: 'rekao rekla reče kaže kazao kazala upita pitao pitala odgovori dodao dodala uzvikn objasni napisa izjavi šapn',
  hu: 'mondta mondja kérdezte kérdezi felelte válaszolt tette_hozzá kiáltott magyarázta írta közölte suttogta',
  id: 'kata| katanya ujar tanya| tanyanya jawab tambah seru| jelas tulis ungkap tutur bisik menurut',
  it: 'disse dice| diceva chiese chiede rispose risponde aggiunse grid spieg scrisse afferm dichiar sussurr ha_detto esclam',
  ja: '言っ 言い 言う 述べ 話し 話す 語っ 語る 尋ね 聞い 答え 叫 叫ん 説明 書い 呟 つぶや',
  ko: '말했 말하 물었 묻 대답 답했 외쳤 덧붙 설명 밝혔 전했 썼다 속삭',
  lt: 'sakė tarė pasakė klausė paklausė atsakė pridūrė sušuko paaiškino rašė teigė sušnibždėjo',
  lv: 'teica saka| sacīja jautāja atbildēja piebilda iesaucās paskaidroja rakstīja čukstēja',
  nb: 'sa| sier spurte spør svarte la_til ropte forklarte skrev fortalte uttalte hvisket',
  nl: 'zei| zegt zeiden vroeg vraagt antwoord voegde riep roept verklaar schreef fluister vertel aldus',
  pl: 'powiedzia mówi zapyta pyta| odpowiedzia odpar doda krzykn wyjaśni napisa oświadczy szepn stwierdzi',
  pt: 'disse diz| perguntou pergunta| respondeu acrescentou gritou explicou afirmou escreveu declarou sussurrou exclamou',
  ro: 'spus spune zis zice| zise întreb răspun adăug strig explic scri afirm declar șopti',
  ru: 'сказал говорит говорил спросил спрашивает ответил отвечает добавил крикнул воскликнул объяснил написал заявил прошептал отметил подчеркнул',
  sk: 'povedal hovorí spýtal opýtal odpovedal dodal zvolal uviedol vyhlásil vysvetlil napísal zašepkal',
  sl: 'rekel rekla reče dejal pravi vprašal odgovoril dodal zavpil pojasnil napisal izjavil zašepetal',
  sr: 'рекао рекла рече каже казао казала упита питао питала одговори додао додала узвикну објасни написа изјави rekao rekla kaže upita odgovori dodao dodala',
  sv: 'sa| sade säger frågade frågar svarade tillade ropade förklarade skrev berättade viskade',
  th: 'กล่าว พูด ถาม ตอบ บอก ตะโกน อธิบาย เขียน เสริม',
  tr: 'dedi der| diyor sordu soruyor cevap yanıt ekledi bağır açıkla yazdı belirt fısılda',
  uk: 'сказа каже говори спита запита відпові додав додала вигукну крикну пояснив пояснила написа заявив заявила прошепо зазнач',
  vi: 'nói hỏi đáp trả_lời thêm hét giải_thích viết cho_biết thì_thầm',
  zh: '说 說 问 問 答 道 喊 叫 表示 写道 寫道 告诉 告訴 指出 认为 認為 强调 強調',
};
const UNSPACED = new Set(['ja', 'th', 'zh']);

const speechPattern = lazyPerLanguage((language) => {
  const forms = (SPEECH_VERBS[language] ?? '').split(' ').map((form) => form.replaceAll('_', ' '));
  const parts = forms.map((form) => (form.endsWith('|') ? `${form.slice(0, -1)}(?!\\p{L})` : form));
  return new RegExp(`${UNSPACED.has(language) ? '' : '(?<![\\p{L}\\p{M}])'}(?:${parts.join('|')})`, 'iu');
});

/** Whether a text has a word for saying, asking, writing. */
export function tellsOfSpeech(text: string, language: Language): boolean {
  return language in SPEECH_VERBS && speechPattern(language).test(text);
}
