/** Texts in several languages and scripts, with queries that go wrong most easily: accents, compounds, typos, no spaces. */
export interface LanguageSample {
  language: string;
  texts: readonly string[];
  queries: readonly string[];
  /** Beginnings of titles. */
  typed: readonly string[];
}

const LONG_QUERY =
  'harbour wind cold ropes ocean theory nothing mail product tides programmers address ships sail to of the';

export const MULTILINGUAL_SAMPLES: readonly LanguageSample[] = [
  {
    language: 'en',
    texts: [
      'The harbour wind is cold',
      'Sailing to the harbuor with ropes',
      'C++ and C# programmers write e-mail',
      'A well-known e-mail address: anna.lee@example.com',
      'Product AB-1234 ships',
      'Oceanography of tides',
      'The theory of everything and nothing',
      'nothing everything theory',
      'harbors and harbours everywhere',
    ],
    queries: [
      ...['harbour', 'harbor', 'harbuor wind', '"harbour wind"', '"the harbour wind"', 'sailing rope', 'C++', 'email'],
      ...['e-mail', 'anna.lee@example.com', 'AB-1234', 'AB-1235', 'ocenography tide', 'theory of everything'],
      ...['"theory everything"', 'everthing -nothing', 'everything nothing theory', 'hrbour -ropes', LONG_QUERY],
    ],
    typed: ['harb', 'hrabour', 'the th', 'c+', 'sail', 'win har', 'ocaen', 'e', 'theory of ev'],
  },
  {
    language: 'de',
    texts: [
      'Die Größe der Häuser',
      'Grosse Haeuser am Meer',
      'Hausboote und Männer',
      'Manner mag man eben',
      'Straßenbahnhaltestelle',
      'Der Hausbootverleih öffnet',
      'Hauser und Kaiser',
    ],
    queries: [
      ...['Größe', 'Grosse', 'Häuser', 'Hauser', 'Haeuser', 'Männer', 'Manner', 'Strassenbahnhaltestele', 'Hausboot'],
      ...['"Die Größe"', 'Mäner'],
    ],
    typed: ['gro', 'grö', 'haus', 'häu', 'strassn', 'mann'],
  },
  {
    language: 'fr',
    texts: ["L'été à la plage", "l'avion décolle", 'Les élèves mangent des crêpes', 'un élève étudie'],
    queries: ['été', 'ete', 'avion', "l'avion", 'élève', 'eleves crepe'],
    typed: ['ete', 'l'],
  },
  {
    language: 'es',
    texts: ['El niño juega en España', 'El nino llega mañana', 'Los años pasan', 'los anos'],
    queries: ['niño', 'nino', 'año', 'ano', 'españa', 'mañanna'],
    typed: ['nin', 'niñ'],
  },
  {
    language: 'sv',
    texts: ['Åke äter ärtor', 'ake ater artor', 'blåbär och äpplen'],
    queries: ['åke', 'ake', 'ärtor', 'blabar', 'äple'],
    typed: ['ak', 'åk', 'art', 'blabr'],
  },
  {
    language: 'ja',
    texts: ['東京大学の大学生がカラスを見た', '大学は東京にある', '京都大学生協', 'ガラスの靴', '火山灰が降る'],
    queries: ['大学', '東京大学', '京', 'カラス', '"大学生"', '火山', '灰', '"東京大学"'],
    typed: ['東', '大学'],
  },
  {
    language: 'zh',
    texts: ['什么是光合作用', '鸡蛋糕很好吃', '火山灰和火山', '大学生在大学', '北京大学'],
    queries: ['光合作用', '大学', '火山灰', '蛋', '"北京大学"', '学', '"大学生"', '鸡蛋'],
    typed: ['大'],
  },
  {
    language: 'ar',
    texts: ['كتاب جديد', 'الكتاب القديم', 'والكتاب الأخير'],
    queries: ['كتاب', 'الكتاب', 'كتب'],
    typed: ['كت', 'الكت'],
  },
  {
    language: 'vi',
    texts: ['Nguyễn Văn An học ở trường đại học', 'nguyen van an hoc o truong dai hoc', 'Tiếng Việt không dấu'],
    queries: ['nguyễn', 'nguyen', 'trường đại học', 'tieng viet'],
    typed: ['nguy', 'ngyuen', 'dai', 'đại', 'truonng'],
  },
  { language: 'ko', texts: ['서울대학교 학생', '학생들은 서울에 간다'], queries: ['학생', '서울'], typed: ['서'] },
  {
    language: 'th',
    texts: ['ประเทศไทยสวยงาม', 'คนไทยกินข้าว'],
    queries: ['ไทย', 'ประเทศไทย', 'ข้าว'],
    typed: ['ไทย'],
  },
];
