import { describe, expect, it } from 'vitest';
import { ACCEPTED_LANGUAGES, canonicalLanguage } from '../../domain/document/language.js';
import { messageOf } from '../../domain/search/generation.js';
import { REFERRING, withContext } from './follow-up.js';

const history = [messageOf('user', 'Who built the tower?'), messageOf('assistant', 'Mara did. [1]')];

describe('a question in a conversation', () => {
  it.each([
    ['How high is it?', 'en'],
    ['And when?', 'en'],
    ['Wie hoch ist er?', 'de'],
    ['它有多高？', 'zh'],
    ['সেটি কত মিটার উঁচু?', 'bn'],
    ['Kui palju meetreid on see kõrge?', 'et'],
    ['ارتفاع آن چند متر است؟', 'fa'],
    ['Kiek metrų jis aukštas?', 'lt'],
    ['Cik metrus augsts tas ir?', 'lv'],
    ['Koľko metrov meria jeho vrchol?', 'sk'],
    ['Koliko metrov meri njegov vrh?', 'sl'],
    ['Колико метара има његов врх?', 'sr'],
    ['Koliko metara ima njegov vrh?', 'sr'],
    ['ยอดของมันสูงกี่เมตร', 'th'],
  ])('is searched for with the one before where it leans on it: %s', (query, language) => {
    expect(withContext(query, history, language)).toBe(`Who built the tower? ${query}`);
  });

  it('is searched for alone where it says what it is about, or where nothing was said before', () => {
    const query = 'When was the harbour of Arkholm built?';
    expect(withContext(query, history, 'en')).toBe(query);
    // "Oil" and "mountain" have "it" and "he" in them.
    const thai = 'น้ำมันจากภูเขาเหนือราคากี่บาท';
    expect(withContext(thai, history, 'th')).toBe(thai);
    expect(withContext('How high is it?', [], 'en')).toBe('How high is it?');
    expect(withContext('How high is it?', [messageOf('assistant', 'Hello')], 'en')).toBe('How high is it?');
  });

  it('can be told in every language', () => {
    const languages = new Set(ACCEPTED_LANGUAGES.map(canonicalLanguage));
    expect(Object.keys(REFERRING).sort()).toEqual([...languages].sort());
  });
});
