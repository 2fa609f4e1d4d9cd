import type { Language } from '../../domain/document/language.js';
import { lazyPerLanguage } from '../lazy.js';

/**
 * Names of columns that say nothing of what is in them, as the second column of a list of properties has them: "Property | Value".
 * In lower case. Words that also mean a price or a grade (Greek "τιμή", Indonesian "nilai") are left out.
 */
const EMPTY_NAMES: Record<Language, string> = {
  ar: 'القيمة,قيمة,الوصف,وصف,التفاصيل,تفاصيل,البيانات,المعلومات,المواصفات',
  bg: 'стойност,стойности,описание,подробности,данни,информация,спецификация',
  bn: 'মান,বিবরণ,বর্ণনা,তথ্য,বিস্তারিত',
  ca: 'valor,valors,descripció,detalls,dades,informació,especificació',
  cs: 'hodnota,hodnoty,popis,podrobnosti,údaje,údaj,informace,specifikace',
  da: 'værdi,værdier,beskrivelse,detaljer,data,oplysninger,information,specifikation',
  de: 'wert,werte,beschreibung,details,angabe,angaben,daten,information,informationen,spezifikation',
  el: 'περιγραφή,λεπτομέρειες,δεδομένα,στοιχεία,πληροφορίες,προδιαγραφή',
  en: 'value,values,description,detail,details,data,information,info,specification,specifications',
  es: 'valor,valores,descripción,detalle,detalles,datos,información,especificación,especificaciones',
  et: 'väärtus,väärtused,kirjeldus,üksikasjad,andmed,teave',
  fa: 'مقدار,مقادیر,توضیح,توضیحات,شرح,جزئیات,اطلاعات,مشخصات',
  fi: 'arvo,arvot,kuvaus,tiedot,tieto,lisätiedot',
  fr: 'valeur,valeurs,description,détail,détails,données,information,informations,spécification,spécifications',
  he: 'ערך,ערכים,תיאור,פרטים,נתונים,מידע,מפרט',
  hi: 'मान,विवरण,वर्णन,जानकारी,डेटा',
  hr: 'vrijednost,vrijednosti,opis,detalji,podaci,podatak,informacije,specifikacija',
  hu: 'érték,értékek,leírás,részletek,adat,adatok,információ',
  id: 'deskripsi,keterangan,rincian,detail,data,informasi,spesifikasi',
  it: 'valore,valori,descrizione,dettaglio,dettagli,dati,dato,informazioni,specifica,specifiche',
  ja: '値,内容,説明,詳細,データ,情報,仕様',
  ko: '값,내용,설명,상세,데이터,정보,사양',
  lt: 'reikšmė,reikšmės,vertė,aprašymas,aprašas,duomenys,informacija',
  lv: 'vērtība,vērtības,apraksts,dati,informācija',
  nb: 'verdi,verdier,beskrivelse,detaljer,data,opplysninger,informasjon,spesifikasjon',
  nl: 'waarde,waarden,beschrijving,omschrijving,details,gegevens,informatie,specificatie',
  pl: 'wartość,wartości,opis,szczegóły,dane,informacje,specyfikacja',
  pt: 'valor,valores,descrição,detalhe,detalhes,dados,informação,informações,especificação,especificações',
  ro: 'valoare,valori,valoarea,descriere,descrierea,detalii,date,informații,specificație',
  ru: 'значение,значения,описание,подробности,данные,информация,сведения',
  sk: 'hodnota,hodnoty,opis,popis,podrobnosti,údaje,údaj,informácie,špecifikácia',
  sl: 'vrednost,vrednosti,opis,podrobnosti,podatki,podatek,informacije',
  sr: 'вредност,вредности,опис,детаљи,подаци,податак,информације,vrednost,vrednosti,opis,detalji,podaci,podatak,informacije',
  sv: 'värde,värden,beskrivning,detaljer,data,uppgifter,information,specifikation',
  th: 'ค่า,คำอธิบาย,รายละเอียด,ข้อมูล',
  tr: 'değer,değeri,değerler,açıklama,ayrıntı,ayrıntılar,detay,bilgi,veri',
  uk: 'значення,опис,подробиці,дані,інформація,відомості',
  vi: 'giá trị,mô tả,chi tiết,dữ liệu,thông tin,nội dung,thông số',
  zh: '值,数值,數值,内容,內容,说明,說明,描述,详情,詳情,数据,數據,信息,資訊',
};

/** Tables in English are in texts of all languages. */
const emptyNamesOf = lazyPerLanguage(
  (language): ReadonlySet<string> => new Set(`${EMPTY_NAMES[language] ?? ''},${EMPTY_NAMES.en}`.split(',')),
);

/** Whether a column's name is one that any column could have. */
export function isEmptyName(name: string, language: Language): boolean {
  return emptyNamesOf(language).has(name.toLowerCase());
}
