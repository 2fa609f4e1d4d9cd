/**
 * What documents are about, in broad strokes. A document that is nearer to one of these than to the caller's categories is
 * about something else. English, because a shared space needs no translations of them.
 */
export const COMMON_TOPICS: readonly string[] = [
  'sports',
  'politics and government',
  'war and conflict',
  'business and companies',
  'finance and money',
  'science',
  'technology and computers',
  'health and medicine',
  'food and cooking',
  'music',
  'films and television',
  'books and literature',
  'art and design',
  'history',
  'religion',
  'law and crime',
  'education',
  'travel and places',
  'nature and animals',
  'weather and climate',
  'family and relationships',
  'fashion and beauty',
  'houses and gardens',
  'cars and transport',
  'work and careers',
  'philosophy and ideas',
  'language',
  'games and hobbies',
];
