import type { Embedder } from '../../inference/embedder.js';
import { type Topic, topicOf } from './category-scores.js';
import { embedPhrases } from './topic-phrases.js';

/**
 * Broad topics of documents, written as callers describe their categories: a name and what belongs to it. A document that is
 * more similar to one of these than to the caller's categories is about something else. English is enough, because the
 * vector space is shared by all languages.
 */
const COMMON_TOPICS: readonly string[] = [
  'sports: football, tennis and golf, Olympic Games, teams and players, matches and scores, athletes and training, swimming and running, championships',
  'politics and government: elections, presidents and ministers, parliament, political parties, laws and reforms, diplomacy, protests, human rights',
  'war and conflict: soldiers and troops, weapons and bombs, terrorism, battles, peace talks, refugees, the army, hostages',
  'business and companies: corporations, mergers and takeovers, profits and losses, industry and trade, customers and sales, executives, marketing, start-ups',
  'finance and money: stocks and shares, banks and loans, interest rates, taxes, currencies, investors, prices and inflation, insurance',
  'science: physics, chemistry, biology, space and astronomy, researchers and experiments, mathematics, discoveries, evolution',
  'technology and computers: software, the internet, mobile phones, computer security, chips and electronics, video games, robots, engineering',
  'health and medicine: diseases, doctors and hospitals, drugs and vaccines, nutrition, mental health, surgery, pregnancy, public health',
  'food and cooking: recipes, restaurants, baking, vegetables and fruit, meat and fish, wine and drinks, spices, kitchens',
  'music: songs and albums, bands and singers, concerts, orchestras, instruments, composers, opera, dance',
  'films and television: actors and directors, movies, television series, cinema, film festivals, comedies and dramas, celebrities, documentaries',
  'books and literature: novels, poems, writers, publishing, characters and plots, libraries, stories for children, essays',
  'art and design: painting, sculpture, museums and galleries, photography, architecture, exhibitions, crafts, graphic design',
  'history: ancient empires, kings and queens, the Middle Ages, archaeology, revolutions, colonies, monuments, biographies of historical figures',
  'religion: churches and mosques, prayer, the Bible and the Koran, priests, saints, theology, religious holidays, faith',
  'law and crime: courts and judges, police, murder and robbery, prisons, lawsuits, lawyers, fraud, contracts',
  'education: schools, universities, teachers, students and exams, learning, curricula, degrees, kindergartens',
  'travel and places: hotels, tourism, cities and countries, beaches, flights, sightseeing, maps and regions, borders',
  'nature and animals: wildlife, birds, forests, oceans and rivers, pets, plants and flowers, insects, conservation',
  'weather and climate: storms and hurricanes, rain and floods, heat and drought, global warming, snow, earthquakes and volcanoes, forecasts, pollution',
  'family and relationships: marriage, parents and children, love, friendship, divorce, babies, old age, weddings',
  'fashion and beauty: clothes, designers, make-up, hair, shoes and jewellery, models, perfume, trends',
  'houses and gardens: apartments, furniture, renovation, gardening, rent and mortgages, cleaning, tools, building materials',
  'cars and transport: trains, roads and traffic, aircraft, ships, bicycles, buses, fuel and engines, accidents',
  'work and careers: jobs, wages, unions and strikes, applications and interviews, unemployment, management, pensions, training at work',
  'philosophy and ideas: ethics, logic, the mind, freedom, society, truth and knowledge, culture, psychology',
  'language: grammar, words and their origin, translation, pronunciation, writing systems, dialects, learning a language, names',
  'games and hobbies: chess, board games, puzzles, collecting, gambling, model making, fishing, toys',
];

/** The common topics in the vector space of one encoder, embedded on first use. */
export class CommonTopics {
  readonly #embedder: Embedder;
  #topics: Promise<Topic[]> | null = null;

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /** After a failure, the next call embeds them again. */
  embedded(): Promise<Topic[]> {
    if (this.#topics === null) {
      this.#topics = embedTopics(this.#embedder);
      this.#topics.catch(() => {
        this.#topics = null;
      });
    }
    return this.#topics;
  }
}

/** One topic at a time: there are hundreds of phrases, and searches must not wait for all of them. */
async function embedTopics(embedder: Embedder): Promise<Topic[]> {
  const topics: Topic[] = [];
  for (const line of COMMON_TOPICS) {
    const [name, description] = line.split(': ');
    const [phrases] = await embedPhrases([{ name, description, language: 'en' }], { embedder });
    topics.push(topicOf(phrases));
  }
  return topics;
}
