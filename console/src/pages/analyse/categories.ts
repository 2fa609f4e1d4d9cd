import type { Category } from '@sextant/client';

const PLACE = 'sextant-categories';

/** To begin with: what most collections have something of. */
const PRESET: readonly Category[] = [
  {
    name: 'Travel and places',
    description:
      'Journeys, timetables, ferries, trains, roads, hotels, islands, cities, museums, sights, maps, opening hours, tickets, guides and what to see.',
  },
  {
    name: 'Food and cooking',
    description:
      'Recipes, ingredients, dishes, baking, bread, soup, fish, vegetables, spices, kitchens, restaurants, menus, meals and how they taste.',
  },
  {
    name: 'Business and rules',
    description:
      'Minutes of meetings, decisions, budgets, prices, contracts, regulations, permits, taxes, harbour dues, companies, staff, deadlines and reports.',
  },
  {
    name: 'Nature and science',
    description:
      'Weather, storms, tides, the sea, animals, birds, plants, rocks, stars, measurements, experiments, climate, observations and research.',
  },
  {
    name: 'Opinions and reviews',
    description:
      'Reviews, ratings, complaints, praise, letters of visitors, what somebody liked or disliked about a stay, a product, a service, a tour or a place.',
  },
];

/** Those of the last visit with this browser. */
export function keptCategories(): Category[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null');
    return Array.isArray(kept) && kept.every(isCategory) ? kept : [...PRESET];
  } catch {
    return [...PRESET];
  }
}

export function keepCategories(categories: readonly Category[]): void {
  localStorage.setItem(PLACE, JSON.stringify(categories));
}

function isCategory(value: unknown): value is Category {
  const { name, description } = Object(value);
  return typeof name === 'string' && typeof description === 'string';
}
