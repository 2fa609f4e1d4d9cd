import { describe, expect, it } from 'vitest';
import { messageOf } from '../../domain/search/generation.js';
import { withContext } from './follow-up.js';

const history = [messageOf('user', 'Who built the tower?'), messageOf('assistant', 'Mara did. [1]')];

describe('a question in a conversation', () => {
  it.each([
    ['How high is it?', 'en'],
    ['And when?', 'en'],
    ['Wie hoch ist er?', 'de'],
    ['它有多高？', 'zh'],
  ])('is searched for with the one before where it leans on it: %s', (query, language) => {
    expect(withContext(query, history, language)).toBe(`Who built the tower? ${query}`);
  });

  it('is searched for alone where it says what it is about, or where nothing was said before', () => {
    const query = 'When was the harbour of Arkholm built?';
    expect(withContext(query, history, 'en')).toBe(query);
    expect(withContext('How high is it?', [], 'en')).toBe('How high is it?');
    expect(withContext('How high is it?', [messageOf('assistant', 'Hello')], 'en')).toBe('How high is it?');
  });
});
