import { describe, expect, it } from 'vitest';
import { failure } from '../domain/errors/error.js';
import { BoundedLanguageModel, type Bounds } from './bounded-language-model.js';
import type { Generation, GenerationRequest, LanguageModel } from './language-model.js';

const DONE: Generation = { text: 'done', stopReason: 'end_turn', inputTokens: 1, outputTokens: 1 };

/** Writes when it is told to, and is stopped by the signal alone. */
class PatientModel implements LanguageModel {
  readonly name = 'patient';
  readonly contextTokens = 100;
  readonly begun: { request: GenerationRequest; finish: () => void }[] = [];

  async countTokens(): Promise<number> {
    return 1;
  }

  generate(request: GenerationRequest): Promise<Generation> {
    return new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new Error('stopped')));
      this.begun.push({ request, finish: () => resolve(DONE) });
    });
  }

  async close(): Promise<void> {}
}

function bounded(bounds: Partial<Bounds> = {}) {
  const inner = new PatientModel();
  const model = new BoundedLanguageModel(inner, { atOnce: 1, waiting: 1, milliseconds: 60_000, ...bounds });
  const ask = (signal = new AbortController().signal) =>
    model.generate({ messages: [], maxOutputTokens: 1, temperature: 0, signal });
  return { inner, model, ask };
}

const turn = () => new Promise(setImmediate);

describe('a bounded language model', () => {
  it('lets the others wait for their turn, and refuses those beyond', async () => {
    const { inner, ask } = bounded();
    const [first, second] = [ask(), ask()];
    await expect(ask()).rejects.toMatchObject({ code: 'overloaded', details: { retryAfterSeconds: 5 } });
    expect(inner.begun).toHaveLength(1);
    inner.begun[0].finish();
    expect(await first).toEqual(DONE);
    expect(inner.begun).toHaveLength(2);
    inner.begun[1].finish();
    expect(await second).toEqual(DONE);
  });

  it('forgets who leaves, and goes on with the next', async () => {
    const { inner, ask } = bounded({ waiting: 2 });
    const [writing, waiting] = [new AbortController(), new AbortController()];
    const refused = [ask(writing.signal), ask(waiting.signal)].map((asked) => expect(asked).rejects.toThrow('left'));
    const third = ask();
    waiting.abort(new Error('left'));
    writing.abort(new Error('left'));
    await Promise.all(refused);
    await turn();
    expect(inner.begun).toHaveLength(2);
    inner.begun[1].finish();
    expect(await third).toEqual(DONE);
  });

  it('gives up after its time, waiting included', async () => {
    const { inner, ask } = bounded({ milliseconds: 30 });
    const [writing, waiting] = [ask(), ask()].map((asked) =>
      expect(asked).rejects.toMatchObject({ code: 'model_timeout', status: 504 }),
    );
    await Promise.all([writing, waiting]);
    expect(inner.begun.every(({ request }) => request.signal.aborted)).toBe(true);
  });

  it('tells of a failure that the model knew of when the time was over', async () => {
    const { inner, ask } = bounded({ milliseconds: 30 });
    inner.generate = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(failure('model_failed', 'It answered with status 429.')));
      });
    await expect(ask()).rejects.toMatchObject({ code: 'model_failed', status: 502 });
  });

  it('refuses what runs and what waits when it is closed', async () => {
    const { model, ask } = bounded();
    const refused = [ask(), ask()].map((asked) => expect(asked).rejects.toMatchObject({ code: 'shutting_down' }));
    await model.close();
    await Promise.all(refused);
    await expect(ask()).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('passes on why the model failed', async () => {
    const { model, inner } = bounded();
    inner.generate = async () => {
      throw new Error('broken');
    };
    const request = { messages: [], maxOutputTokens: 1, temperature: 0, signal: new AbortController().signal };
    await expect(model.generate(request)).rejects.toThrow('broken');
  });
});
