import { expect, it } from 'vitest';
import { Favourites } from './favourites.js';

/** Asks so often, and says what the last answer was. */
function ask(favourites: Favourites<string>, name: string, { times = 1, size = 1, version = '1' } = {}) {
  let answer: string | null = null;
  for (let i = 0; i < times; i++) {
    answer = favourites.get(name, { size: () => size, version, make: () => `${name} of ${version}` });
  }
  return answer;
}

it('makes what is asked for again', () => {
  const favourites = new Favourites<string>(10);
  expect(ask(favourites, 'water')).toBeNull();
  expect(ask(favourites, 'water')).toBe('water of 1');
});

it('never answers with what was made for another version', () => {
  const favourites = new Favourites<string>(10);
  expect(ask(favourites, 'water', { times: 2 })).toBe('water of 1');
  expect(ask(favourites, 'water', { version: '2' })).toBeNull();
  expect(ask(favourites, 'water', { version: '2' })).toBe('water of 2');
});

it('gives its room to what is asked for most', () => {
  const favourites = new Favourites<string>(10);
  ask(favourites, 'first', { size: 8 });
  expect(ask(favourites, 'favourite', { times: 3000, size: 8 })).toBeNull();
  ask(favourites, 'other', { times: 3000, size: 8 });
  expect(ask(favourites, 'favourite', { size: 8 })).toBe('favourite of 1');
  expect(ask(favourites, 'other', { times: 2, size: 8 })).toBeNull();
});
