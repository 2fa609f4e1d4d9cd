import { join } from 'node:path';
import { readJsonLines } from '../../bench/support/json-lines.js';
import { type LabelledText, readLabelledTexts } from '../../bench/support/labelled-texts.js';
import { NEWS_CATEGORIES } from '../../bench/support/news-categories.js';
import {
  describedOtherwise,
  NEWS_OTHERWISE,
  QUESTIONS_OTHERWISE,
  STYLES,
} from '../../bench/support/other-descriptions.js';
import {
  paragraphsBySubject,
  QUESTION_CATEGORIES,
  questionsBySubject,
} from '../../bench/support/question-categories.js';
import { type RetrievalText, readRetrievalSet } from '../../bench/support/retrieval-set.js';
import { underTitle } from '../../src/domain/document/vectors.js';
import type { Category } from '../../src/operations/analysis/category-scores.js';

interface LabelledDocument {
  /** As passages are embedded: with the title. */
  text: string;
  language: string;
  /** The name of its category. */
  label: string;
}

export interface LabelledSet {
  name: string;
  documents: readonly LabelledDocument[];
  /** The categories of the documents. */
  categories: readonly Category[];
  /** Whether the common topics have something to say about documents whose category is missing. */
  strangers: 'recognizable' | 'too alike';
  /** In the loss, relative to other sets. */
  weight: number;
}

/** `bench/categorize.ts` measures every third item, so the constants are fitted to the rest. */
const MEASURED_NEWS = 3;
const NEWS_EVERY = 4;
const BANKING_EVERY = 4;
const QUESTIONS_EVERY = 3;
const ENCYCLOPEDIA_LANGUAGES = ['en', 'de', 'es', 'ru', 'zh', 'ar'];

export function newsItems(folder: string): LabelledSet {
  const all = readLabelledTexts(join(folder, 'ag_news', 'all.jsonl.gz'));
  const documents = all
    .filter((_, i) => i % MEASURED_NEWS !== 0)
    .filter((_, i) => i % NEWS_EVERY === 0)
    .map(({ text, label }) => {
      const [title, ...content] = text.split('\n');
      return { text: underTitle(title, content.join('\n')), language: 'en', label };
    });
  return { name: 'news', documents, categories: NEWS_CATEGORIES, strangers: 'recognizable', weight: 1 };
}

/** Customers' questions in English, and categories that are described in six languages. */
const BANKING_CATEGORIES: readonly (Category & { intents: RegExp })[] = [
  {
    name: 'Пополнение счёта',
    description:
      'Пополнение счёта: внести деньги картой, наличными или чеком, автоматическое пополнение, лимиты и комиссии, отклонённое или ожидающее пополнение, подтверждение.',
    intents: /top_up|topping_up/,
  },
  {
    name: '身份验证',
    description:
      '验证客户身份：上传护照或身份证，证明身份，无法通过验证，为什么需要验证，资金来源证明，核对个人资料，修改姓名、地址和电话号码，年龄限制，账户开通所需的文件，上传照片失败，审核需要多长时间，银行对客户身份的要求，以及合规检查和反洗钱规定对新老客户的影响。',
    intents: /identity|source_of_funds|personal_details|age_limit/,
  },
  {
    name: "Retraits d'espèces",
    description:
      "Retirer de l'argent liquide : distributeur automatique, retrait refusé, frais de retrait, retrait en attente, mauvais montant de billets, carte avalée par le distributeur, retrait que je n'ai pas fait.",
    intents: /^(?!.*exchange).*(cash_withdrawal|cash_received|atm_support|card_swallowed)/,
  },
  {
    name: 'Câmbio',
    description:
      'Trocar moedas: taxa de câmbio, converter euros, dólares e libras, moedas estrangeiras suportadas, tarifa de conversão, câmbio no aplicativo, taxa errada.',
    intents: /^exchange|fiat_currency/,
  },
  {
    name: 'Transferencias',
    description:
      'Enviar dinero a otra persona o cuenta: transferencia bancaria pendiente, fallida o rechazada, cancelar una transferencia, beneficiario, comisión, cuánto tarda, el destinatario no la ha recibido.',
    intents: /^(?!top_up).*(transfer|beneficiary)/,
  },
  {
    name: 'Karten bestellen und verwalten',
    description:
      'Karten bestellen und verwalten: neue Karte, Lieferung und Ankunft der Karte, Karte aktivieren, verlorene oder gestohlene Karte, abgelaufene Karte, virtuelle Karte, Visa oder Mastercard, Ersatzkarte, Karte mit der App verbinden.',
    intents:
      /card_arrival|card_delivery|activate_my_card|stolen_card|compromised_card|about_to_expire|virtual_card|visa_or|spare_card|physical_card|card_linking/,
  },
];

export function bankingQuestions(folder: string): LabelledSet {
  const all = readLabelledTexts(join(folder, 'banking77', 'train.jsonl.gz')).filter((_, i) => i % BANKING_EVERY === 0);
  const documents = all.flatMap(({ text, label }: LabelledText) => {
    const category = BANKING_CATEGORIES.find(({ intents }) => intents.test(label));
    return category === undefined ? [] : [{ text, language: 'en', label: category.name }];
  });
  return {
    name: 'banking',
    documents,
    categories: BANKING_CATEGORIES.map(withoutRule),
    strangers: 'too alike',
    weight: 1,
  };
}

/** Paragraphs of Wikipedia in six languages, labelled here by the subject of their article. Articles between two subjects are left out. */
const ENCYCLOPEDIA_CATEGORIES: readonly (Category & { articles: readonly string[] })[] = [
  {
    name: 'Orte und Regionen',
    description:
      'Orte und Regionen der Erde: Städte, Länder, Flüsse, Küsten, Einwohner, Klima und Lage, Stadtviertel, Hauptstadt, Wirtschaft einer Region, Häfen, Sehenswürdigkeiten und Verkehr.',
    articles: [
      ...['Warsaw', 'Southern California', 'Victoria (Australia)', 'Fresno, California', 'Newcastle upon Tyne'],
      ...['Jacksonville, Florida', 'Kenya', 'Rhine'],
    ],
  },
  {
    name: 'History',
    description:
      'The past of peoples and empires: conquest, dynasties, emperors and khans, medieval knights, colonial wars, battles and treaties, plague and other catastrophes, migration, the rise and fall of states.',
    articles: ['Normans', 'Genghis Khan', 'Yuan dynasty', 'French and Indian War', 'Black Death', 'Imperialism'],
  },
  {
    name: 'Religión',
    description:
      'Fe y creencias: iglesias, teología, la Biblia, sacerdotes y obispos, la Reforma, protestantes y católicos, el islam, la oración, los sacramentos, doctrinas y movimientos religiosos.',
    articles: ['Martin Luther', 'Huguenot', 'United Methodist Church'],
  },
  {
    name: 'Natural science',
    description:
      'How nature works: physics and forces, chemical elements, atoms, cells and organisms, photosynthesis, animals of the sea, the immune system, rocks and layers of the Earth, experiments and theories.',
    articles: ['Oxygen', 'Ctenophora', 'Geology', 'Immune system', 'Chloroplast', 'Force'],
  },
  {
    name: 'Математика',
    description:
      'Математика и теория вычислений: числа, доказательства и теоремы, алгоритмы, сложность вычислений, машина Тьюринга, простые числа, множества, функции, уравнения.',
    articles: ['Computational complexity theory', 'Prime number'],
  },
  {
    name: 'Éducation',
    description:
      "L'enseignement : écoles publiques et privées, professeurs, élèves, universités, facultés, diplômes, frais de scolarité, examens, bibliothèques universitaires, anciens élèves, pédagogie.",
    articles: ['Teacher', 'Private school', 'Harvard University', 'University of Chicago'],
  },
  {
    name: 'Law and politics',
    description:
      'How states are governed: parliaments, elections, courts, treaties and legislation, citizens and their rights, protest against laws, ministers, committees, votes, political parties.',
    articles: ['European Union law', 'Scottish Parliament', 'Civil disobedience'],
  },
  {
    name: '电视',
    description:
      '电视与广播：电视台和电视网，节目与连续剧，频道，收视率，数字和卫星电视，演员和编剧，广告收入，播出时间，订阅用户，体育转播权，新闻节目，高清电视机顶盒，电视公司的收购与合并，节目主持人，剧集的制作与首播，以及公共广播机构和商业电视台的历史与竞争。',
    articles: ['Sky (United Kingdom)', 'American Broadcasting Company', 'Doctor Who'],
  },
];

export function encyclopediaParagraphs(folder: string): LabelledSet {
  const documents = ENCYCLOPEDIA_LANGUAGES.flatMap((language) =>
    readJsonLines<RetrievalText>(join(folder, 'xquad', language, 'corpus.jsonl.gz')).flatMap(({ title, text }) => {
      const category = ENCYCLOPEDIA_CATEGORIES.find(({ articles }) => articles.includes(title));
      return category === undefined ? [] : [{ text, language, label: category.name }];
    }),
  );
  const categories = ENCYCLOPEDIA_CATEGORIES.map(withoutRule);
  return { name: 'encyclopedia', documents, categories, strangers: 'recognizable', weight: 1 };
}

/** The same documents and categories, for each other way to describe these. */
export function otherwise(set: LabelledSet): LabelledSet[] {
  const descriptions = set.name === 'news' ? NEWS_OTHERWISE : QUESTIONS_OTHERWISE;
  return STYLES.map((style) => ({
    ...set,
    name: `${set.name}, ${style}`,
    categories: describedOtherwise(set.categories, descriptions, style),
    weight: 0.5,
  }));
}

/** Questions of SQuAD 2; `bench/categorize.ts` measures those of XQuAD about other articles. */
export function articleQuestions(folder: string): LabelledSet {
  const questions = questionsBySubject(readRetrievalSet(join(folder, 'squad2')));
  const few = questions.filter((_, i) => i % QUESTIONS_EVERY === 0);
  return bySubject('questions', few);
}

export function articleParagraphs(folder: string): LabelledSet {
  return bySubject('paragraphs', paragraphsBySubject(readRetrievalSet(join(folder, 'squad2'))));
}

function bySubject(name: string, texts: readonly LabelledText[]): LabelledSet {
  const documents = texts.map((one) => ({ ...one, language: 'en' }));
  return { name, documents, categories: QUESTION_CATEGORIES.map(withoutRule), strangers: 'recognizable', weight: 1 };
}

function withoutRule({ name, description }: Category): Category {
  return { name, description };
}
