import type { Category } from '../../src/operations/analysis/category-scores.js';

/** The four topics of AG News. */
export const NEWS_CATEGORIES: readonly Category[] = [
  {
    name: 'World',
    description:
      'International affairs and politics: governments, elections, diplomacy, wars, conflicts, terrorism, protests, peace talks, disasters and human rights. ' +
      'Presidents, ministers, troops and the United Nations in countries all over the world.',
  },
  {
    name: 'Sports',
    description:
      'Athletic competition: football, baseball, basketball, soccer, tennis, golf, cricket, motor racing and the Olympic Games. ' +
      'Matches, scores, championships, tournaments, players, coaches, teams and their wins and losses.',
  },
  {
    name: 'Business',
    description:
      'The economy, markets and companies: stocks, shares, oil prices, profits, quarterly earnings, mergers, takeovers, interest rates, trade, jobs and bankruptcy. ' +
      'News about corporations, banks, investors, executives and consumer spending.',
  },
  {
    name: 'Sci/Tech',
    description:
      'Science and technology: computers, software, the internet, security holes, mobile phones, video games, chips and electronics, space exploration, physics, biology, medicine and climate research. ' +
      'New products, discoveries and inventions.',
  },
];

/** Topics that hardly any news item of the set is about. */
export const OTHER_CATEGORIES: readonly Category[] = [
  [
    'Cooking',
    'Recipes, ingredients, baking, spices, sauces, kitchen tools, meals for the family, desserts, grilling and vegetarian dishes, with cooking times and temperatures.',
  ],
  [
    'Gardening',
    'Growing flowers, vegetables, shrubs and trees: soil, compost, seeds, pruning, watering, lawns, greenhouses, pests in the garden and what to plant in which season.',
  ],
  [
    'Religion',
    'Faith and worship: churches, mosques, temples, scripture, prayer, theology, saints, pilgrimages, religious holidays and the lives of believers and clergy.',
  ],
  [
    'Education',
    'Schools and universities: teachers, pupils, curricula, exams, tuition fees, homework, classrooms, degrees, literacy and how children and adults learn.',
  ],
  [
    'Parenting',
    'Raising children: pregnancy, babies, sleep, toddlers, teenagers, play, discipline, family life, childcare and advice for mothers and fathers.',
  ],
  [
    'Fashion',
    'Clothing and style: designers, collections, runway shows, fabrics, shoes, handbags, jewellery, make-up, hair, models and what to wear for an occasion.',
  ],
  [
    'Travel',
    'Trips and holidays: hotels, flights, beaches, sightseeing, guided tours, cruises, hiking routes, luggage, visas and tips for tourists in foreign cities.',
  ],
  [
    'Pets',
    'Dogs, cats, birds and other animals at home: feeding, grooming, training, breeds, vaccinations, veterinarians, adoption from shelters and toys for them.',
  ],
  [
    'Real estate',
    'Houses and apartments for rent or sale: mortgages, tenants, landlords, leases, agents, renovation, square metres, neighbourhoods and property prices.',
  ],
  [
    'Music',
    'Songs, albums, concerts, bands, singers, orchestras, composers, instruments, charts, lyrics, recording studios and music festivals of every style.',
  ],
  [
    'Literature',
    'Novels, poems and plays: writers, publishers, characters, plots, literary prizes, translations, libraries, book reviews and the art of storytelling.',
  ],
  [
    'Architecture',
    'Buildings and their design: facades, floor plans, materials, skyscrapers, cathedrals, restoration, interiors, landscape design and famous architects.',
  ],
  [
    'Genealogy',
    'Family history: ancestors, birth and marriage records, census lists, parish registers, family trees, surnames, migration and tests of ancestry.',
  ],
  [
    'Agriculture',
    'Farms and farmers: crops, wheat, livestock, tractors, irrigation, fertiliser, harvests, dairy cows, orchards and the sale of produce at markets.',
  ],
  [
    'Weddings',
    'Planning a wedding: invitations, the dress, rings, flowers, the ceremony, the cake, guests, speeches, photographers, the reception and the honeymoon.',
  ],
  [
    'Employment advice',
    'Applying for work: writing a resume, cover letters, job interviews, salary negotiation, references, career changes and how to behave in the first weeks.',
  ],
].map(([name, description]) => ({ name, description }));
