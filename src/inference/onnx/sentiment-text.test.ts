import { describe, expect, it } from 'vitest';
import { SentimentText } from './sentiment-text.js';

const text = new SentimentText({ love: '❤😍', angry: '😡', great: '👍' });

describe('a text for the sentiment classifier', () => {
  it('has words for emoji, one for a row of the same meaning', () => {
    expect(text.clean('Nice ❤️😍😍😡!')).toBe('Nice  love angry !');
    expect(text.clean('👍🏽')).toBe(' great ');
  });

  it('has no names of people and no links', () => {
    expect(text.clean('@Ada_1 see https://example.org/a?b now')).toBe('@user see http now');
  });

  it('is the same where there is nothing to change', () => {
    expect(text.clean('Schönes Wetter, 好。')).toBe('Schönes Wetter, 好。');
  });
});
