import { describe, expect, it } from 'vitest';
import { readQuestion } from './question.js';

const stems = (query: string, language = 'en') => readQuestion(query, language).words.map(({ term }) => term);

describe('reading a question', () => {
  it.each([
    ['Who built the tower?', 'en', 'person'],
    ['In what year did it burn?', 'en', 'time'],
    ['How long ago was that?', 'en', 'time'],
    ['How long is the bridge?', 'en', 'number'],
    ['Where is the harbour?', 'en', 'place'],
    ['Why is the sky blue?', 'en', 'open'],
    ['Wer hat das gebaut?', 'de', 'person'],
    ['Wie lange muss der Teig ruhen?', 'de', 'number'],
    ['Hoe vaak vaart de veerboot?', 'nl', 'number'],
    ['Jak długo trwa lot?', 'pl', 'number'],
    ['Wie viele Türme gibt es?', 'de', 'number'],
    ['¿Cuándo nació?', 'es', 'time'],
    ['Сколько башен?', 'ru', 'number'],
    ['谁建造了这座塔？', 'zh', 'person'],
    ['いつ建てられましたか', 'ja', 'time'],
  ])('%s asks in %s for: %s', (query, language, kind) => {
    expect(readQuestion(query, language).expects).toBe(kind);
  });

  it('keeps what it is about, without the words that ask', () => {
    expect(stems('How many towers were built in Arkholm?')).toEqual(['towers', 'built', 'arkholm']);
    expect(stems('What is it?').length).toBeGreaterThan(0);
  });

  it('knows names and numbers', () => {
    const names = readQuestion('When did Mara Lindqvist see the 42 towers?', 'en').words.filter(({ isName }) => isName);
    expect(names.map(({ term }) => term)).toEqual(['mara', 'lindqvist', '42']);
  });

  it('takes no noun of German for a name', () => {
    const names = readQuestion('Wann sah Mara Lindqvist die 42 Türme?', 'de').words.filter(({ isName }) => isName);
    expect(names.map(({ term }) => term)).toEqual(['42']);
  });

  it('knows whether it says not', () => {
    expect(readQuestion("Who didn't go?", 'en').isNegated).toBe(true);
    expect(readQuestion('Who went?', 'en').isNegated).toBe(false);
    expect(readQuestion('Wer ging nicht?', 'de').isNegated).toBe(true);
  });
});
