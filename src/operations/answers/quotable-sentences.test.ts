import { describe, expect, it } from 'vitest';
import type { Document } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import { quotableSentences } from './quotable-sentences.js';
import type { ReadSentence } from './read-evidence.js';

/** A document of one sentence. */
function sentence(text: string, language: Language, isAskedEntry = false): ReadSentence {
  const document: Document = {
    ...{ id: text, title: '', content: text, language, tenantId: 'north', sourceUri: null, metadata: null },
    ...{ createdAt: 0, updatedAt: 0 },
  };
  return {
    ...{ passage: 0, text, start: 0, end: text.length, before: null, nearby: 1, insteadOf: [], span: null },
    ...{ isUnnamedRow: false, isAskedEntry, lacksCode: false },
    evidence: { document, text, start: 0, tableHeader: null, score: 90, documentScore: 90 },
  };
}

describe('sentences worth quoting', () => {
  const german = sentence('Der Storch klappert.', 'de');
  const french = sentence('La cigogne claquette.', 'fr');
  const turkish = sentence('Leylek takırdar.', 'tr');

  it('are in the language of the best one or of the question', () => {
    const quoted = (bestFirst: ReadSentence[], language: Language) =>
      quotableSentences(bestFirst, { language, confidence: 'medium' });
    expect(quoted([german, french, turkish], 'de')).toEqual([german]);
    expect(quoted([french, turkish, german], 'de')).toEqual([french, german]);
    expect(quoted([french, turkish], 'en')).toEqual([french]);
    expect(quoted([], 'en')).toEqual([]);
  });

  it('are the entries of the code that is asked for, where no more is sure', () => {
    const [entry, same] = ['E07: pump blocked', 'E07: sensor broken'].map((text) => sentence(text, 'en', true));
    const other = sentence('Report errors to us.', 'en');
    const quoted = (confidence: 'low' | 'high') =>
      quotableSentences([entry, other, same], { language: 'en', confidence });
    expect(quoted('low')).toEqual([entry, same]);
    expect(quoted('high')).toEqual([entry, other, same]);
    expect(quotableSentences([other, entry], { language: 'en', confidence: 'low' })).toEqual([other, entry]);
  });
});
