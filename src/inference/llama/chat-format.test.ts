import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../language-model.js';
import { BUNDLED_HANDLING, BUNDLED_LANGUAGE_MODEL, hasBundledLanguageModel } from './bundled-language-model.js';
import { chatWrapperOf, historyOf } from './chat-format.js';
import { hasLlamaLibrary, loadLlamaLibrary } from './llama-library.js';
import { USUAL_HANDLING } from './writer-messages.js';

const ANSWER = { type: 'model', response: [] };
const INSTRUCTED: ChatMessage[] = [
  { role: 'system', text: 'Translate.' },
  { role: 'user', text: 'Good morning.' },
];

describe('a conversation', () => {
  it('is kept as it is', () => {
    expect(historyOf(INSTRUCTED, USUAL_HANDLING)).toEqual([
      { type: 'system', text: 'Translate.' },
      { type: 'user', text: 'Good morning.' },
      ANSWER,
    ]);
  });

  it('ends with the instruction where that is asked for', () => {
    expect(historyOf(INSTRUCTED, BUNDLED_HANDLING)).toEqual([
      { type: 'user', text: 'Good morning.\n\nTranslate.' },
      ANSWER,
    ]);
  });

  it('may be an instruction alone', () => {
    expect(historyOf(INSTRUCTED.slice(0, 1), BUNDLED_HANDLING)).toEqual([
      { type: 'system', text: 'Translate.' },
      ANSWER,
    ]);
  });

  it('keeps what was said before', () => {
    const before: ChatMessage[] = [
      { role: 'user', text: 'Good evening.' },
      { role: 'assistant', text: 'Bonsoir.' },
    ];
    expect(historyOf([INSTRUCTED[0], ...before, INSTRUCTED[1]], BUNDLED_HANDLING)).toEqual([
      { type: 'user', text: 'Good evening.' },
      { type: 'model', response: ['Bonsoir.'] },
      { type: 'user', text: 'Good morning.\n\nTranslate.' },
      ANSWER,
    ]);
  });
});

describe.skipIf(!hasBundledLanguageModel() || !hasLlamaLibrary())('the prompt of the bundled model', () => {
  it('is what the template in its file makes', async () => {
    const library = await loadLlamaLibrary();
    const options = { gpu: false, build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' } as const;
    const llama = await library.getLlama({ ...options, maxThreads: 1 });
    const model = await llama.loadModel({ modelPath: BUNDLED_LANGUAGE_MODEL.file });
    const chatHistory = historyOf(INSTRUCTED, BUNDLED_HANDLING);
    const { contextText } = chatWrapperOf(library, model, BUNDLED_HANDLING).generateContextState({ chatHistory });
    expect(model.detokenize(contextText.tokenize(model.tokenizer), true)).toBe(
      '<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n' +
        '<|im_start|>user\nGood morning.\n\nTranslate.<|im_end|>\n<|im_start|>assistant\n',
    );
  }, 60_000);
});
