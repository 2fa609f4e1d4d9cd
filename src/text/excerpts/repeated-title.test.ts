import { expect, it } from 'vitest';
import { afterRepeatedTitle } from './repeated-title.js';

const rest = (content: string, title = 'How tides work') => content.slice(afterRepeatedTitle(content, title));

it.each([
  'How tides work\n\n',
  'How tides work\n',
  '\n  How tides work \n \n',
  '# How tides work\n',
  'How tides work\n===\n',
])('skips the title in %j', (beginning) => {
  expect(rest(`${beginning}The Moon pulls.`)).toBe('The Moon pulls.');
});

it.each([
  'How tides work is told here.',
  'How tides work\n',
  'How tides work',
  'Today\n\nHow tides work\n\nThe Moon pulls.',
  'how tides work\n\nThe Moon pulls.',
])('shows all of %j', (content) => {
  expect(rest(content)).toBe(content);
});
