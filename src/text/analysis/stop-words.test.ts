import { describe, expect, it } from 'vitest';
import { ACCEPTED_LANGUAGES, canonicalLanguage } from '../../domain/document/language.js';
import { analyze } from './analyze.js';
import { isStopWord, STOP_WORDS, stopWordsOf } from './stop-words.js';

function wordsThatCount(text: string, language: string): string[] {
  const words = analyze(text, language).filter((token) => token.kind === 'word');
  return words.map((token) => token.term).filter((term) => !isStopWord(term, language));
}

describe('isStopWord', () => {
  it.each([
    ['en', 'What is the capital of France?', ['capital', 'france']],
    ['de', 'Wie hoch ist der Berg für die Wanderer?', ['hoch', 'berg', 'wanderer']],
    ['fr', 'Où est la bibliothèque de l’université ?', ['bibliotheque', 'universite']],
    ['es', '¿Dónde está la capital?', ['capital']],
    ['ru', 'Какая столица у Франции?', ['столица', 'франции']],
    ['ar', 'ما هي عاصمة فرنسا؟', ['عاصمه', 'فرنسا']],
    ['zh', '法国的首都是什么', ['法国', '首都']],
    ['sr', 'Koji grad je u Srbiji?', ['grad', 'srbiji']],
    ['vi', 'Thủ đô của Pháp là gì?', ['thủ', 'đô', 'pháp']],
  ])('leaves in %s what %j is about', (language, text, words) => {
    expect(wordsThatCount(text, language)).toEqual(words);
  });

  it.each(Object.entries(STOP_WORDS))('has the words of %s as an analysis finds them', (language, written) => {
    const words = analyze(written, language).filter((token) => token.kind === 'word');
    const forms = words.flatMap(({ term, bare }) => (language === 'vi' ? [term] : [term, bare]));
    expect(stopWordsOf(language)).toEqual(new Set(forms));
  });

  it('knows words of every language, and none of no language', () => {
    const and =
      'and и og och und et y e ja i a és dan και و של और এবং ir un en și in ve і và の และ 的 그리고 ning dan va'.split(
        ' ',
      );
    for (const language of ACCEPTED_LANGUAGES.map(canonicalLanguage)) {
      const known = and.filter((word) => isStopWord(analyze(word, language)[0].term, language));
      expect(known, language).not.toEqual([]);
    }
    expect(isStopWord('the', 'xx')).toBe(false);
  });
});
