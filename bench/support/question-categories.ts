import type { Category } from '../../src/operations/analysis/category-scores.js';
import type { LabelledText } from './labelled-texts.js';
import type { RetrievalSet } from './retrieval-set.js';

/** Subjects of encyclopedia articles, labelled by hand; articles between two subjects are left out. */
export const QUESTION_CATEGORIES: readonly (Category & { articles: readonly string[] })[] = [
  {
    name: 'Sports',
    description:
      'Athletes, clubs and competitions: football, American football, tennis, running and swimming. Games, scores, coaches, stadiums, leagues, cups, records, injuries and the fans who watch.',
    articles: ['Super Bowl 50'],
  },
  {
    name: 'Places',
    description:
      'Cities, regions and countries: where they lie, how many people live there, rivers, coasts and mountains, districts, streets and landmarks, local climate, airports and harbours, tourism.',
    articles: [
      ...['Warsaw', 'Southern California', 'Victoria (Australia)', 'Fresno, California', 'Newcastle upon Tyne'],
      ...['Jacksonville, Florida', 'Kenya', 'Rhine'],
    ],
  },
  {
    name: 'History',
    description:
      'The past of peoples and empires: dynasties, emperors, kings and knights, conquests and colonies, battles, sieges and treaties, invasions and migrations, who ruled when and how states rose and fell.',
    articles: ['Normans', 'Genghis Khan', 'Yuan dynasty', 'French and Indian War', 'Imperialism'],
  },
  {
    name: 'Religion',
    description:
      'Faith and those who share it: churches and mosques, the Bible and the Koran, theology, reformers and priests, Protestants and Catholics, Islam, sacraments, worship, persecution of believers.',
    articles: ['Martin Luther', 'Huguenot', 'United Methodist Church', 'Islamism'],
  },
  {
    name: 'Natural science',
    description:
      'How nature works: physics, forces, motion and energy, chemical elements and gases, atoms, light, plant cells, sea animals, rocks and the layers of the Earth, laws of nature and experiments.',
    articles: ['Oxygen', 'Force', 'Geology', 'Chloroplast', 'Ctenophora'],
  },
  {
    name: 'Medicine',
    description:
      'The human body and its diseases: infections, immunity and vaccines, blood and cells, doctors, hospitals and pharmacists, drugs and prescriptions, symptoms, diagnosis and treatment of patients.',
    articles: ['Immune system', 'Pharmacy'],
  },
  {
    name: 'Mathematics and computing',
    description:
      'Numbers and machines that calculate: theorems and proofs, prime numbers, algorithms, the time and memory a problem takes, Turing machines, data, networks, packets and protocols, software.',
    articles: ['Computational complexity theory', 'Prime number', 'Packet switching'],
  },
  {
    name: 'Engineering',
    description:
      'Machines and buildings: engines, boilers, pistons and turbines, electricity, motors and inventors, rockets and spacecraft, construction sites, materials, contractors, design and patents.',
    articles: ['Steam engine', 'Construction', 'Nikola Tesla', 'Apollo program'],
  },
  {
    name: 'Education',
    description:
      'Schools and universities: teachers, pupils and students, lessons, degrees, tuition fees and scholarships, campuses, faculties and professors, libraries, admissions, alumni and private schools.',
    articles: ['Teacher', 'Private school', 'Harvard University', 'University of Chicago'],
  },
  {
    name: 'Law and politics',
    description:
      'How states are governed: parliaments and their members, elections and votes, bills, treaties and directives, courts and judges, citizens and their rights, ministers, committees, disobedience and protest.',
    articles: ['European Union law', 'Scottish Parliament', 'Civil disobedience'],
  },
  {
    name: 'Television',
    description:
      'Broadcasting: channels and networks, series, episodes and seasons, actors, presenters and producers, satellite and digital services, subscribers, ratings, advertising and rights to show events.',
    articles: ['Sky (United Kingdom)', 'American Broadcasting Company', 'Doctor Who'],
  },
  {
    name: 'Environment',
    description:
      'The state of the planet: rainforests, deforestation, species and their habitats, climate change and its reports, greenhouse gases, emissions, droughts, pollution, conservation and sea level.',
    articles: ['Amazon rainforest', 'Intergovernmental Panel on Climate Change'],
  },
  {
    name: 'Economy',
    description:
      'Money and work: income, wealth and inequality, wages and unemployment, oil prices, embargoes and shortages, markets, trade, growth and recession, taxes, banks, inflation and consumers.',
    articles: ['1973 oil crisis', 'Economic inequality'],
  },
];

/** Questions about articles (or the articles' paragraphs), labelled by the subject of the article. */
export function questionsBySubject({ corpus, queries, relevant }: RetrievalSet, skip: ReadonlySet<string> = NONE) {
  const titles = new Map(corpus.map(({ id, title }) => [id, title]));
  return queries.flatMap(({ id, text }) => {
    const [paragraph] = relevant.get(id)?.keys() ?? [];
    return labelled(text, titles.get(paragraph) ?? '', skip);
  });
}

export function paragraphsBySubject({ corpus }: RetrievalSet): LabelledText[] {
  return corpus.flatMap(({ title, text }) => labelled(text, title, NONE));
}

const NONE: ReadonlySet<string> = new Set();

function labelled(text: string, article: string, skip: ReadonlySet<string>): LabelledText[] {
  const category = QUESTION_CATEGORIES.find(({ articles }) => articles.includes(article));
  return category === undefined || skip.has(article) ? [] : [{ text, label: category.name }];
}
