import { describe, expect, it } from 'vitest';
import { ACCEPTED_LANGUAGES } from '../../domain/document/language.js';
import { analyze } from './analyze.js';

/** A text, words that find it in some form, and words that don't. */
type Case = [language: string, text: string, found: string, notFound: string];

const CASES: Case[] = [
  ['ar', 'ذهب الطلاب إلى المدرسة الكبيرة', 'مدرسة والمدرسة طلاب كبيره', 'مدير كتاب'],
  ['ar', 'قَرَأْتُ الكُتُبَ في المكتبات', 'كتب قرأت مكتبة والكتب قرات', 'كلب مكان'],
  ['ar', 'هنا الوزير وولاية الوردة', 'وزير والوزير ولاية وردة', 'زيارة'],
  ['ar', 'أحمد يسكن في القاهرة منذ عام ٢٠٢٤', 'احمد القاهره 2024 إحمد', 'حمدان 2023'],
  ['bg', 'Книгите са на масата в стаята.', 'книга книги маса стая', 'масло стадо'],
  ['bg', 'Големият град има нови улици', 'градът улица градове големи голям нова градовете', 'градина улов'],
  ['bn', 'বইগুলি টেবিলের উপর আছে', 'বই টেবিল বইগুলো', 'বন টাকা'],
  ['bn', 'ছেলেটি স্কুলে যায়, ১২ বছর বয়স', 'ছেলে স্কুল ছেলেরা 12', 'মেয়ে কলেজ'],
  ['ca', "L'avió va aterrar a l'aeroport de Barcelona", 'avió aeroports avio', 'avui port'],
  ['ca', 'Les cases noves i els llibres antics', 'casa llibre nova antic', 'caça llebre'],
  ['ca', 'Les nacions parlaven de la llengua catalana', 'nació parlar llengües catalans', 'nata pare'],
  ['cs', 'V knihovně jsou nové knihy a časopisy', 'kniha knihou časopis nová casopisu', 'kůň časem'],
  ['cs', 'Město leží na řece, ve městech žije mnoho lidí', 'město města řeka mesto', 'měsíc ret'],
  ['da', 'Børnene læste bøgerne i de store huse', 'børn huset stor boern hus', 'hund barnevogn'],
  ['da', 'Aarhus er en dejlig by ved havet', 'Århus havene havet aarhus', 'hare arv'],
  [
    'de',
    'Herr Müller kauft zwei Häuser in der Straße.',
    'Mueller Muller MÜLLER Haus Hauses Haeuser strasse Straßen',
    'Mühle Hase streng',
  ],
  [
    'de',
    'Die neuen Bücher der Universitäten sind größer',
    'Buch Büchern Universität neue groß groesser',
    'Bauch Unfall',
  ],
  ['de', 'Er spielt im Garten, sie ist gewandert', 'spielen gespielt spielte wandern wandert Gärten', 'Spiegel Wange'],
  ['de', 'Radio Ö3 aus den Bücher-Regalen', 'O3 Bucherregalen Bücherregalen ö3', 'Ö4 Bücherei'],
  ['de', 'Bauern säen Weizen, wo die Quellen fließen', 'Bauer Quelle fliessen', 'Qual Ziegel'],
  ['el', 'Τα βιβλία των παιδιών είναι στο σπίτι', 'βιβλίο παιδιά παιδί σπιτι ΣΠΊΤΙΑ βιβλίου', 'βροχή σπάνιος'],
  ['el', 'Οι άνθρωποι ζουν στις πόλεις', 'άνθρωπος ΑΝΘΡΩΠΟΣ πόλη ανθρώπων', 'πόλεμος άνοιξη'],
  [
    'en',
    'The studies showed connected universities running generously.',
    'study connection university runs run generous',
    'student uniform rung',
  ],
  ['en', "John's dogs don’t like O'Neill’s café", 'john dog ONeill cafe johns’ "O’Neill"', 'jon neil'],
  ['en', 'An e-mail about the U.S. COVID-19 rules', 'email us covid-19 rule mails', 'covid-20'],
  [
    'es',
    'Las naciones hablaron de canciones económicas',
    'nación nacion hablar canción económico economica',
    'nacer cansado',
  ],
  ['es', 'El niño corre rápidamente por la montaña', 'niños rápidamente montañas nino', 'nidos montar'],
  ['es', 'Estudió, cambió y comió', 'estudiar estudia cambiar cambiado comer', 'cama'],
  ['es', 'Informaciones sobre biologías', 'información informacion biología biologia', 'logia forma'],
  ['et', 'Raamatud on majades ja linnades', 'raamat raamatute maja majas linn linna', 'raha lind'],
  ['et', 'Lapsed lähevad kooli', 'koolis koolid lahevad', 'kook lapik'],
  ['fa', 'کتاب‌های خوب در خانه‌ها هستند', 'کتاب كتاب کتابها خانه خوب', 'کتری خاک'],
  ['fa', 'او می‌خواهد به شهر بزرگ‌تر برود، سال ۱۴۰۲', 'شهر شهرها بزرگ بزرگتر 1402', 'شیر برگ'],
  ['fi', 'Kaupungissa on taloja ja kirjoja', 'kaupunki kaupungit talo talossa', 'kauppa talvi'],
  ['fi', 'Kissat istuvat pöydällä', 'kissa kissan poydalla', 'kisko pyörä'],
  ['fi', 'Pieniä tyttöjä leikkimässä', 'tyttoja pienia leikkimassa', 'tytär'],
  [
    'fr',
    'L’avion a été développé par les ingénieurs nationaux',
    'avion avions développer développement ingénieur national',
    'avis envie',
  ],
  ['fr', "Aujourd'hui, j'ai mangé une pomme d'or qu'elle aimait", 'aujourd’hui manger pommes or aimer', 'aujour poème'],
  ['he', 'הילדים קראו את הספרים בבית', 'ילד ילדים ספר הספר בית', 'ספה ברית'],
  ['he', 'המשפחה יושבת במדינה ליד השולחן', 'משפחה מדינה שולחן', 'שלום'],
  ['he', 'צה״ל הודיע: שָׁלוֹם לכולם', 'צה"ל צהל שלום', 'צבע'],
  ['hi', 'लड़कियाँ किताबें पढ़ती हैं', 'लड़की किताब लडकी', 'लकड़ी कितना'],
  ['hi', 'भारत के शहरों में १०० स्कूल हैं', 'शहर स्कूलों 100', 'शहद'],
  ['hi', 'हिन्दी और अंग्रेज़ी की लम्बी कहानियाँ', 'हिंदी अङ्ग्रेजी अंग्रेजी लंबी कहानी', 'हिमालय'],
  ['hi', 'वे मुंबई गए और इंटरनेट पर नई सड़कें देखीं', 'मुम्बई गये इन्टरनेट इण्टरनेट नयी', 'जन्म मुख्य'],
  ['hr', 'Knjige su u velikim gradovima', 'knjiga knjigu gradovi velik', 'knez grana'],
  ['hr', 'Učenici uče u školama', 'škola školu', 'školjka'],
  ['hu', 'A gyerekek könyveket olvasnak a házakban', 'könyv könyvek ház házak konyvek', 'kör hal'],
  ['hu', 'A városban sok épület van', 'város városok épületek', 'vár évek'],
  ['id', 'Anak-anak membaca buku-bukunya di perpustakaan', 'anak baca bacaan buku pembaca', 'banyak bulu'],
  ['id', 'Pemerintah membangun jalan raya', 'bangunan jalanan', 'bangku jahat'],
  [
    'it',
    "L'università della città ha libri nell'archivio",
    'università libro archivio citta universita',
    'liberi arco',
  ],
  ['it', 'Le case bianche parlano dell’amore', 'casa bianco parlare amore amori', 'biancheria'],
  ['ja', '東京都に住んでいる人はコーヒーを飲む', '東京 コーヒー ｺｰﾋｰ コーヒ 住む', '京東 ココア 食べる'],
  ['ja', '子供が速く走った。景色は美しかった。', '走る 速い 美しい', '歩く 遅い'],
  ['ja', 'サーバーの設定を変更しました', 'サーバ サーバー 設定 変更', 'サーフィン'],
  ['ko', '학교에서는 학생들이 공부합니다', '학교 학교를 학생 학생은 공부 공부하는', '학문 공원'],
  ['ko', '책을 읽는 아이, 마을의 나무', '책 책이 책으로는 아이 마을 나무', '마 아 종이'],
  ['ko', '물이 맑다. 집에서 쉬다. 밥을 먹고 산에 간다. 종이를 샀다', '물 물은 집 집에 밥 산 산에서는 종이', '종 무'],
  ['ko', '고양이가 서울의 집으로 갔다', '고양이 고양이를 서울 서울에서', '고향 서점'],
  ['lt', 'Knygos yra miesto bibliotekoje', 'knyga knygų miestas miestai biblioteka', 'knypava miegas'],
  ['lt', 'Žmonės gyvena namuose', 'namas namai zmones', 'nakis'],
  ['lv', 'Cilvēki dzīvo pilsētās', 'cilvēks cilvēkiem pilsēta pilsētu pilseta', 'pils cipars'],
  ['lv', 'Grāmatas ir bibliotēkā', 'grāmata grāmatu bibliotēkas', 'grāds'],
  ['nb', 'Bøkene ligger i de store husene', 'huset hus stor store', 'hund stol'],
  ['nb', 'Jentene bor på Øya ved sjøen', 'jente jenter øya oya sjøen', 'jern'],
  ['nb', 'En populær militær øvelse', 'popular militar populære ovelse', 'populasjon'],
  ['nl', 'De huizen en boeken van de kinderen', 'huis boek kinderen huizen', 'buis koek'],
  ['nl', 'Zij lopen naar de grote scholen', 'loop grote scholen', 'dop stoelen'],
  ['pl', 'Książki leżą w Warszawie na ulicach', 'książka książkami Warszawa ulica ksiazka warszawy', 'księżyc ul'],
  ['pl', 'Nowe miasta budowali ludzie', 'miasto miastach budować budowała nowy', 'miska buda'],
  ['pt', 'As nações compraram aviões econômicos', 'nação nacao avião aviao econômica comprar', 'nascer ave'],
  ['pt', 'Os livros dos meninos são rápidos', 'livro menino rápida rapido', 'leve menor'],
  ['pt', 'Informações confortáveis e experiências', 'informação informacao confortavel experiencia', 'forte espera'],
  ['ro', 'Cărțile sunt în orașele mari', 'carte cărţi cărți oraș orașe', 'orar'],
  ['ro', 'Întrebările despre clădirile din Bucureşti', 'întrebare clădire clădiri București', 'clasă'],
  ['ro', 'Copiii citesc în școală', 'copii școala scoala', 'scop'],
  ['ru', 'Ёлки стоят в городах, а книги на столах', 'елка ёлку город города книга книгами стол', 'ель гордый столица'],
  ['ru', 'Большие машины ехали по дорогам', 'большой машина дорога дорогами', 'больной дорожный'],
  ['sk', 'Knihy sú v meste, v mestách žijú ľudia', 'kniha knihami mesto mesta ludia', 'mesiac kôň'],
  ['sk', 'Nové autá stoja na uliciach', 'auto ulica ulice nová', 'autor ušla'],
  ['sl', 'Knjige so na mizah v mestih', 'knjiga knjigo mesto mesta miza', 'misel mesec'],
  ['sl', 'Otroci berejo v šolah', 'šola šole sola', 'solata'],
  ['sr', 'Књиге су у великим градовима', 'knjiga књига knjige градови gradovi Велики', 'кнез grana'],
  ['sr', 'Đaci uče u školama', 'ђаци djaci Đaci škola школа', 'školjka'],
  ['sv', 'Flickorna läste böckerna i bilarna', 'flicka flickor bil bilar böcker bocker', 'flagga bild'],
  ['sv', 'Malmö är en stad vid havet', 'Malmø malmo havet MALMÖ', 'malm hals'],
  ['sv', 'Att förstå området Umeå och Borås', 'forsta omradet Umea Boras umeå', 'Umebo bord'],
  ['th', 'ฉันรักภาษาไทยและกรุงเทพมหานคร', 'ภาษา ภาษาไทย', 'อาหาร'],
  ['th', 'ราคา ๑๐๐ บาท', 'ราคา 100 บาท', 'รายการ'],
  [
    'tr',
    "İstanbul'da kitapları okuyan ışıklı evler",
    'istanbul ISTANBUL İSTANBUL kitap kitaplar ev evde',
    'kitle evet',
  ],
  ['tr', 'IŞIK şehirlerde parlıyor', 'ışık isik şehir şehirler sehirler', 'şeker aşık'],
  ['uk', 'Книги у великих містах, п’ять друзів', "книга книгу місто міста великий п'ять пять", 'мить кінь'],
  ['uk', 'Українські школи працюють', 'українська школа школах', 'шкода'],
  ['uk', 'Нові пристрої', 'пристрій пристроі', 'приклад'],
  ['vi', 'Việt Nam có nhiều thành phố đẹp', 'Việt viet thành thanh đẹp dep', 'vịt thịt'],
  ['vi', 'Tôi học tiếng Anh', 'tiếng tieng học', 'tim'],
  ['zh', '我们在北京大学学习人工智能', '北京 大学 学习 人工智能', '上海 医院'],
  ['zh', '區塊鏈技術改變了世界', '世界 技術 區塊鏈 技术 区块链', '世代'],
  ['zh', '软件工程师在台湾开发电脑', '軟件 工程師 臺灣 台灣 開發 電腦', '電話'],
];

/** Whether every word of the query, or it as a compound, is in the text, with or without marks or by its stem: as the index compares them. */
function finds(query: string, text: string, language: string): boolean {
  const present = analyze(text, language);
  const words = new Set(present.map(({ bare }) => bare));
  const stems = new Set(present.map(({ stem }) => stem));
  const tokens = analyze(query, language).filter((token) => token.kind !== 'bigram');
  const has = (token: { bare: string; stem: string }) => words.has(token.bare) || stems.has(token.stem);
  if (tokens.some((token) => token.kind === 'compound' && has(token))) return true;
  return tokens.filter((token) => token.kind === 'word').every(has);
}

describe('analysis in each language', () => {
  it.each(CASES)('%s: %s', (language, text, found, notFound) => {
    const missed = found.split(' ').filter((word) => !finds(word, text, language));
    const wrong = notFound.split(' ').filter((word) => finds(word, text, language));
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  });

  it.each(CASES)('%s does not depend on composition: %s', (language, text) => {
    const words = (form: string) => analyze(form, language).map(({ term, stem }) => [term, stem]);
    expect(words(text.normalize('NFD'))).toEqual(words(text.normalize('NFC')));
  });

  it('has cases for every language', () => {
    const covered = new Set(CASES.map(([language]) => language));
    expect(ACCEPTED_LANGUAGES.filter((language) => language !== 'no' && !covered.has(language))).toEqual([]);
  });
});
