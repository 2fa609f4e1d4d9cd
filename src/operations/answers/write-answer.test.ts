import { describe, expect, it } from 'vitest';
import { messageOf } from '../../domain/search/generation.js';
import type { LanguageModel } from '../../inference/language-model.js';
import type { EvidencePassage } from './find-evidence.js';
import { answerPrompt } from './write-answer.js';

/** A word is a token. */
function modelWith(contextTokens: number): LanguageModel {
  return {
    name: 'words',
    contextTokens,
    countTokens: async (text) => text.split(/\s+/).length,
    generate: async () => ({ text: '', stopReason: 'end_turn', inputTokens: 0, outputTokens: 0 }),
    close: async () => undefined,
  };
}

function passage(id: string, text: string): EvidencePassage {
  const head = { id, title: `Title of ${id}`, tenantId: 't', language: 'en', metadata: null, sourceUri: null };
  return {
    document: { ...head, createdAt: 0, updatedAt: 0, content: text },
    text,
    start: 0,
    tableHeader: null,
    score: 60,
    documentScore: 60,
  };
}

const request = { query: 'Who?', language: 'de', history: [], maxOutputTokens: 128 };
const words = (count: number, word: string) => Array(count).fill(word).join(' ');

describe('the prompt for an answer', () => {
  it('numbers documents, not passages', async () => {
    const passages = [passage('a', 'first'), passage('b', 'second'), passage('a', 'third')];
    const { messages, sources } = await answerPrompt(request, passages, modelWith(4096));
    expect(sources.map(({ document }) => document.id)).toEqual(['a', 'b']);
    expect(messages.at(-1)!.text.match(/^\[\d\]$/gm)).toEqual(['[1]', '[2]', '[1]']);
    expect(messages[0].text).toContain('German');
  });

  it('leaves out what there is no room for', async () => {
    const passages = [
      passage('a', words(300, 'alpha')),
      passage('b', words(900, 'beta')),
      passage('c', words(50, 'gamma')),
    ];
    const { messages, sources } = await answerPrompt(request, passages, modelWith(1024));
    expect(sources.map(({ document }) => document.id)).toEqual(['a', 'c']);
    expect(messages.at(-1)!.text).not.toContain('beta');
    expect((await answerPrompt(request, passages, modelWith(200))).sources).toEqual([]);
  });

  it('keeps the latest of a long conversation, without citations', async () => {
    const history = [
      messageOf('user', words(800, 'old')),
      messageOf('assistant', 'It does. [3]'),
      messageOf('user', 'new'),
    ];
    const { messages } = await answerPrompt({ ...request, history }, [passage('a', 'x')], modelWith(2048));
    expect(messages.slice(1, -1)).toEqual([
      { role: 'assistant', text: 'It does.' },
      { role: 'user', text: 'new' },
    ]);
  });
});
