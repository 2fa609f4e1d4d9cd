import { expect, it } from 'vitest';
import { pageText, titleOnPage } from './page-text.js';

const line = (str: string, y: number, height = 12) => ({ str, transform: [1, 0, 0, 1, 72, y], height, hasEOL: true });

it('joins lines to paragraphs, and words that were hyphenated', () => {
  const lines = [
    line('The harbour was dred-', 700),
    line('ged in spring.', 686),
    line('Ballast was sold.', 650),
    line('Heading', 630, 20),
  ];
  expect(pageText(lines)).toBe('The harbour was dredged in spring.\n\nBallast was sold.\n\nHeading');
});

it('begins a paragraph in the next column', () => {
  expect(pageText([line('left', 100), line('right', 700)])).toBe('left\n\nright');
});

it('takes the largest lines of a page for its title, if some stand out', () => {
  const text = [
    line('Journal of tides', 750),
    line('On the harbours', 720, 20),
    line('of the north', 700, 20),
    line('It is', 650),
    line('so.', 636),
  ];
  expect(titleOnPage(text)).toBe('On the harbours of the north');
  expect(titleOnPage([line('one', 700), line('two', 686)])).toBe('');
  expect(titleOnPage([])).toBe('');
});
