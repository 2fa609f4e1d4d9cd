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
          expect(recognizeSmallTalk(query, language)?.kind, `${kind}: ${query}`).toBe(kind);
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
    ['Hallo', 'de'],
    ['Hallo zusammen!', 'de'],
    ['Hola', 'es'],
    ['¡Hola! ¿Qué tal?', 'es'],
    ['Hola, bon dia', 'ca'],
    ['Merci', 'fr'],
    ['Moltes gràcies', 'ca'],
    ['Ciao', 'it'],
    ['Salut !', 'fr'],
    ['Salut, ce mai faci?', 'ro'],
    ['Servus', 'de'],
    ['Hej', 'sv'],
    ['Hej, hvordan går det?', 'da'],
    ['Hallo, hoe gaat het?', 'nl'],
    ['Chào', 'vi'],
    ['Chao', 'es'],
    ['Helló', 'hu'],
    ['hello', 'en'],
    ['Dobrý den', 'cs'],
    ['Dobrý deň', 'sk'],
    ['Cómo está', 'es'],
    ['Como está', 'pt'],
    ['Alô', 'pt'],
    ['سلام', 'fa'],
    ['Привет', 'ru'],
    ['Hvala', 'hr'],
    ['Hvala lepa', 'sl'],
    ['здраво', 'sr'],
    ['Olá', 'pt'],
    ['你好', 'zh'],
    ['👋', 'en'],
  ])('%s is said in %s', (query, language) => {
    expect(recognizeSmallTalk(query)?.language).toBe(language);
  });

  it('is read in the language of the request where it has the words', () => {
    expect(recognizeSmallTalk('ciao')?.kind).toBe('greeting');
    expect(recognizeSmallTalk('ciao', 'it')?.kind).toBe('greeting');
    expect(recognizeSmallTalk('ciao', 'de')?.kind).toBe('farewell');
    expect(recognizeSmallTalk('ciao', 'en')?.kind).toBe('greeting');
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
