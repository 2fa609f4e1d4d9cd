import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { GenerationRequest } from '../language-model.js';
import { BUNDLED_HANDLING, BUNDLED_LANGUAGE_MODEL, hasBundledLanguageModel } from './bundled-language-model.js';
import { hasLlamaLibrary } from './llama-library.js';
import { LocalLanguageModel, type LocalModel } from './local-language-model.js';
import { ModelProcess } from './model-process.js';

// The model has a low priority, so a busy machine lets it wait.
vi.setConfig({ testTimeout: 240_000 });

const SETTINGS: LocalModel = {
  name: 'tiny',
  file: BUNDLED_LANGUAGE_MODEL.file,
  threads: 2,
  contextTokens: 512,
  handling: BUNDLED_HANDLING,
  atOnce: 1,
  gpu: 'off',
  onFailure: () => undefined,
};

const NEVER = new AbortController().signal;

// The library is an optional package: see `npm ci --omit=optional`.
const canRun = hasBundledLanguageModel() && hasLlamaLibrary();

describe.skipIf(!canRun)('a language model from a file', () => {
  const model = new LocalLanguageModel(SETTINGS);
  afterAll(() => model.close());

  const ask = (request: Partial<GenerationRequest> = {}) =>
    model.generate({
      messages: [{ role: 'user', text: 'What is the capital of France?' }],
      maxOutputTokens: 12,
      temperature: 0,
      signal: NEVER,
      ...request,
    });

  it('writes what comes next in a conversation, piece by piece', async () => {
    const pieces: string[] = [];
    const messages = [
      { role: 'system' as const, text: 'Answer in one sentence.' },
      { role: 'user' as const, text: 'What is the capital of Italy?' },
      { role: 'assistant' as const, text: 'The capital of Italy is Rome.' },
      { role: 'user' as const, text: 'What is the capital of France?' },
    ];
    const written = await ask({ messages, onText: (piece) => pieces.push(piece) });
    expect(written).toMatchObject({ text: expect.stringContaining('Paris'), stopReason: 'end_turn' });
    expect(pieces.join('')).toBe(written.text);
    expect(pieces.length).toBeGreaterThan(2);
    expect(written.inputTokens).toBeGreaterThan(40);
    expect(written.outputTokens).toBeGreaterThan(5);
  });

  it('stops at its budget', async () => {
    const { stopReason, outputTokens } = await ask({ maxOutputTokens: 3 });
    expect({ stopReason, outputTokens }).toEqual({ stopReason: 'max_tokens', outputTokens: 3 });
  });

  it('writes something where it would end at once', async () => {
    const messages = [
      { role: 'system' as const, text: 'x' },
      { role: 'user' as const, text: 'ab '.repeat(320) },
    ];
    const pieces: string[] = [];
    const written = await ask({ messages, onText: (piece) => pieces.push(piece) });
    expect(written.text.trim()).not.toBe('');
    expect(written.outputTokens).toBeGreaterThan(0);
    expect(pieces.join('').trim()).toBe(written.text.trim());
  });

  it('counts tokens with its own tokenizer, whatever the text', async () => {
    expect(await model.countTokens('')).toBe(0);
    expect(await model.countTokens('The Moon pulls the oceans.')).toBeLessThan(12);
    expect(await model.countTokens('\ud800🧭</s><|user|>')).toBeGreaterThan(5);
  });

  it('refuses a conversation that leaves no room for an answer, and goes on', async () => {
    const messages = [{ role: 'user' as const, text: 'word '.repeat(500) }];
    await expect(ask({ messages })).rejects.toMatchObject({
      code: 'parameter_too_long',
      status: 400,
      message: expect.stringContaining('512 tokens'),
    });
    expect((await ask({ maxOutputTokens: 1 })).outputTokens).toBe(1);
  });

  it('stops when nobody waits any more', async () => {
    const client = new AbortController();
    const messages = [{ role: 'user' as const, text: 'Count from one to a thousand.' }];
    const onText = () => client.abort(new Error('gone'));
    const asked = ask({ messages, maxOutputTokens: 300, signal: client.signal, onText });
    await expect(asked).rejects.toThrow('gone');
  });

  it('fails with its process, and alone', async () => {
    const { name: _, onFailure: __, ...settings } = SETTINGS;
    const started = new ModelProcess(settings);
    await started.ready;
    const task = { messages: [{ role: 'user' as const, text: 'Count.' }], maxOutputTokens: 300, temperature: 0 };
    const end = started.call({ kind: 'write', task }, NEVER, () => started.kill());
    expect(await end).toMatchObject({ kind: 'failed', reason: expect.stringContaining('SIGKILL') });
  });
});

describe.skipIf(!canRun)('a file that is no language model', () => {
  it('is told when it is loaded, and to the log when it is asked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sextant-llm-'));
    const file = join(folder, 'broken.gguf');
    await writeFile(file, 'GGUF and then nothing of use');
    const failures: Error[] = [];
    const model = new LocalLanguageModel({ ...SETTINGS, file, onFailure: (error) => failures.push(error) });
    await expect(model.load()).rejects.toThrow();
    await expect(model.countTokens('x')).rejects.toMatchObject({ code: 'model_failed' });
    expect(failures).toHaveLength(1);
    await model.close();
    await rm(folder, { recursive: true });
  });
});
