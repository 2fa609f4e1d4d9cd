import type { Language } from '../../domain/document/language.js';

/**
 * Words that are frequent in short texts and few other languages have: greetings, days, the commonest verbs. They are not stop
 * words, because queries can be about them. They are compared without accents, and none of them is an English word then.
 */
export const COMMON_WORDS: Partial<Record<Language, string>> = {
  bg: 'добър добро утро здравейте днес утре вчера часа сутринта започва има няма много само благодаря моля сте съм беше',
  ca: 'dia avui demà ahir està hi ha gràcies molt totes fer amb',
  cs: 'dobrý dnes zítra včera hodin ráno večer má děkuji prosím velmi více celé bude začíná',
  da: 'dag godmorgen morgenen klokken idag i går tak meget begynder hedder nogle blev bliver',
  de: 'guten morgen heute gestern uhr geht ihnen ihr mir dir uns bitte danke hallo sehr mehr alle immer wieder gibt beginnt schon etwas mein meine dein deine kein keine',
  es: 'buenos buenas días hoy ayer mañana gracias muy todos está usted hacer tiene puede',
  et: 'tere täna homme eile hommikul kell aitäh palun väga kõik teil',
  fi: 'hyvää päivää tänään huomenna eilen kello aamulla kiitos hyvin kaikki alkaa',
  fr: 'bonjour merci aujourd demain hier heures matin très tout tous faire fait votre notre vos nos cest peut',
  hr: 'dobar dobro danas sutra jučer sati ujutro hvala molim vrlo više počinje biti cijeloj imate ima',
  hu: 'jó napot nap holnap tegnap órakor köszönöm kérem nagyon minden',
  id: 'selamat pagi siang malam hari besok kemarin pukul terima kasih sangat semua apa kabar dimulai bisa',
  it: 'buongiorno buona oggi domani ieri ore mattino grazie molto tutto tutti sta',
  lt: 'laba diena labas šiandien rytoj vakar valandą ryto ačiū prašau labai visi',
  lv: 'labdien šodien rīt vakar paldies lūdzu ļoti visi',
  nb: 'dag morgen morgenen klokken idag i går takk mye begynner noen ble blir',
  nl: 'goedemorgen goedendag hallo vandaag morgen gisteren uur begint gaat bedankt dank heel meer alle altijd mijn geen jullie',
  pl: 'dzień dobry dzisiaj dziś jutro wczoraj godzinie rano dziękuję proszę bardzo więcej pani',
  pt: 'bom dia hoje amanhã ontem horas manhã obrigado obrigada muito você vocês fazer tudo todos há',
  ro: 'bună ziua azi astăzi mâine ieri ora dimineața mulțumesc foarte toate începe',
  ru: 'здравствуйте привет сегодня завтра вчера часов часа утра начинается есть нет очень только спасибо пожалуйста будет',
  sk: 'dobrý deň dnes zajtra včera hodín hodine ráno večer má ďakujem prosím veľmi viac celom bude začína pekné',
  sl: 'dober dobro danes jutri včeraj zjutraj hvala prosim zelo več začne bo lepo imate ima',
  sr: 'добар добро дан данас сутра јуче сати ујутру хвала молим врло више почиње бити имате има сте',
  sv: 'dag morgon morgonen klockan idag imorgon igår tack mycket mår börjar några blev blir',
  tr: 'günaydın merhaba bugün yarın dün saat sabah teşekkürler lütfen başlıyor nasılsınız bütün',
  uk: 'добрий день привіт сьогодні завтра вчора годині годин ранку починається дуже тільки дякую будь ласка буде',
};
