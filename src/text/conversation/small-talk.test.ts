import { describe, expect, it } from 'vitest';
import { ACCEPTED_LANGUAGES, canonicalLanguage } from '../../domain/document/language.js';
import { PHRASES } from './phrases.js';
import { recognizeSmallTalk } from './small-talk.js';

const LANGUAGES = [...new Set(ACCEPTED_LANGUAGES.map(canonicalLanguage))];

describe('small talk', () => {
  it('has words for every language', () => {
    expect(Object.keys(PHRASES).sort()).toEqual([...LANGUAGES].sort());
    const replies = LANGUAGES.map((language) => PHRASES[language].noAnswer);
    expect(new Set(replies).size).toBe(LANGUAGES.length);
  });

  it.each(LANGUAGES)('is recognized as it is written in %s, with signs and capitals', (language) => {
    const { greetings, thanks, farewells } = PHRASES[language];
    for (const [kind, said] of Object.entries({ greeting: greetings, thanks, farewell: farewells })) {
      for (const form of said.split(',')) {
        for (const query of [form, `${form}!`, form.toUpperCase(), `  ${form} …  😀`]) {
          // A few words are said at meeting in one language and at parting in another.
          const found = recognizeSmallTalk(query);
          expect(found, `${kind}: ${query}`).not.toBeNull();
        }
      }
    }
  });

  it.each([
    ['hello', 'greeting'],
    ['Hi there, how are you?', 'greeting'],
    ['Good morning everyone', 'greeting'],
    ['hello, thanks', 'thanks'],
    ['Thank you for your help!', 'thanks'],
    ['ok thanks, bye', 'farewell'],
    ['bye 👋', 'farewell'],
    ['👋🏽', 'greeting'],
    ['Have a nice day!', 'farewell'],
    ["What's up?", 'greeting'],
    ['こんにちは！', 'greeting'],
    ['你好，谢谢', 'thanks'],
    ['ขอบคุณมากครับ', 'thanks'],
  ])('%s is %s', (query, kind) => {
    expect(recognizeSmallTalk(query)?.kind).toBe(kind);
  });

  it.each([
    'hello world program in Python',
    'Hi, who designed the lighthouse?',
    'history',
    'What does bonjour mean?',
    'Who says hello',
    'there',
    'and you',
    '你好的意思是什么',
    'bye-laws of the club',
    '?',
    '',
    'x'.repeat(1000),
  ])('%s is a question or nothing', (query) => {
    expect(recognizeSmallTalk(query)).toBeNull();
  });
});
