import { describe, expect, it } from 'vitest';
import { ACCEPTED_LANGUAGES, canonicalLanguage } from '../../domain/document/language.js';
import { PHRASES } from '../../text/conversation/phrases.js';
import { WrittenAnswer } from './written-answer.js';

type Told = { sources: readonly number[] } | { text: string };

function write(said: string, { live = true, material = '', sources = 3 } = {}) {
  const told: Told[] = [];
  const listener = {
    onSources: (cited: readonly number[]) => told.push({ sources: cited }),
    onText: (text: string) => told.push({ text }),
  };
  const answer = new WrittenAnswer({ sources, material, listener: live ? listener : null });
  for (const piece of said.split(/(?<= )/)) answer.push(piece);
  return { written: answer.end(), told };
}

const textOf = (told: readonly Told[]) => told.map((one) => ('text' in one ? one.text : '')).join('');

describe('an answer of a language model', () => {
  it('names the sources that it cites, before the text that cites them', () => {
    const { written, told } = write('The Sun does. [3] The Moon too. [1, 3] Mars? Never.');
    expect(written).toEqual({ text: 'The Sun does. [1] The Moon too. [2, 1] Mars? Never.', sources: [2, 0] });
    expect(told.slice(0, 2)).toEqual([{ sources: [2] }, { text: 'The Sun does. [1]' }]);
    const citing = told.findIndex((one) => 'text' in one && one.text.includes('[2, 1]'));
    expect(told[citing - 1]).toEqual({ sources: [2, 0] });
    expect(told.filter((one) => 'sources' in one)).toHaveLength(2);
    expect(textOf(told)).toBe(written?.text);
  });

  it('may cite nothing', () => {
    const { written, told } = write('Nobody knows.');
    expect(written).toEqual({ text: 'Nobody knows.', sources: [] });
    expect(told).toEqual([{ sources: [] }, { text: 'Nobody knows.' }]);
  });

  const sentence = 'I could not find an answer to this question in the documents.';
  it.each([
    'NO_ANSWER',
    ' no_answer\n',
    '**NO_ANSWER**',
    '"NO_ANSWER"',
    '“no answer”',
    'No answer.',
    'NO-ANSWER',
    'NOANSWER',
    'NO_ANSWER [1]',
    'NO\\_ANSWER.',
    'ＮＯ＿ＡＮＳＷＥＲ',
    'The passages speak of ships, not of this. NO_ANSWER',
    'I have read all of it.\n\n**NO_ANSWER**\n\nAsk me something else, please.',
    'Answer: NO ANSWER',
    'NO_ANSWER. From what I know, it was Mara Lindqvist.',
    sentence,
    `"${sentence}"`,
    `${sentence.toUpperCase()} [1]`,
    `Sorry! ${sentence} Ask me something else.`,
    ...[...new Set(ACCEPTED_LANGUAGES.map(canonicalLanguage))].map((language) => `**${PHRASES[language].noAnswer}**`),
  ])('is none if it says %s', (said) => {
    expect(write(said)).toEqual({ written: null, told: [] });
    expect(write(said, { live: false }).written).toBeNull();
  });

  it('is none if the marker follows a citation; what was passed on before stays', () => {
    const said = 'They speak of ships [2] only. NO_ANSWER';
    expect(write(said, { live: false }).written).toBeNull();
    const { written, told } = write(said);
    expect(written).toEqual({ text: 'They speak of ships [1] only.', sources: [1] });
    expect(textOf(told)).toBe(written?.text);
  });

  it.each([
    'He gave no answer. [1]',
    'There is no answer key, and nobody has one.',
    `${sentence} But the harbour rules say this. [1]`,
  ])('is one if it says %s', (said) => {
    expect(write(said).written?.text).toBe(said);
  });

  it('may speak of the marker where the documents do', () => {
    const material = 'The status NO_ANSWER means that nobody picked up.';
    expect(write('NO_ANSWER means that nobody picked up. [1]', { material }).written?.sources).toEqual([0]);
    expect(write('**NO_ANSWER**', { material }).written).toBeNull();
  });
});
