import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const LIBRARY = fileURLToPath(new URL('../node_modules/node-llama-cpp', import.meta.url));

// What runs it is an optional package: see `npm ci --omit=optional`.
describe.skipIf(!existsSync(LIBRARY))('the bundled language model', () => {
  const shared = useService({ environment: { SEXTANT_LLM_TIMEOUT: '200' } });
  // It reads slowly, so it is given less to read here than it could.
  const short = useService({ environment: { SEXTANT_LLM_TIMEOUT: '200', SEXTANT_LLM_CONTEXT_TOKENS: '512' } });

  it('answers after a start without any settings', { timeout: 240_000 }, async () => {
    const answer = await shared.client.invokeLlm({
      instruction: 'Answer the question in one short sentence.',
      input: 'What is the capital of France?',
      max_output_tokens: 128,
      temperature: 0,
    });
    const used = { llm_input_tokens: expect.any(Number), llm_output_tokens: expect.any(Number) };
    expectSuccess(answer, 'invoke_llm_result', { ...used, model: 'smollm2-135m-instruct' });
    expect(answer.body.data).toEqual([{ output: expect.stringContaining('Paris'), stop_reason: 'end_turn' }]);
    expect(answer.body.model).toBe('smollm2-135m-instruct');
    expect(answer.headers.get('x-shortened')).toBeNull();
    expect(answer.body.token_usage.llm_tokens.llm_input_tokens).toBeGreaterThan(20);
    expect(answer.body.token_usage.llm_tokens.llm_output_tokens).toBeGreaterThan(3);
  });

  it.each([
    ['a single word', { instruction: 'Answer with the single word yes.' }, /^\W*yes\W*$/i],
    ['a translation', { instruction: 'Translate the text into French.', input: 'Good morning.' }, /bonjour/i],
  ])('ends when it is done: %s', { timeout: 240_000 }, async (_, asked, expected) => {
    const answer = await shared.client.invokeLlm({ ...asked, temperature: 0 });
    const used = answer.body.token_usage.llm_tokens;
    expectSuccess(answer, 'invoke_llm_result', used);
    expect(answer.body.data).toEqual([{ output: expect.stringMatching(expected), stop_reason: 'end_turn' }]);
    expect(used.llm_output_tokens).toBeLessThan(60);
  });

  it('reads what is too long for it without the middle, and says so', { timeout: 240_000 }, async () => {
    // As long as they may be, and many more tokens than it can read.
    const instruction = '总结。'.repeat(666);
    const input = '潮汐是由月球的引力引起的。'.repeat(1000).slice(0, 10_000);
    const answer = await short.client.invokeLlm({ instruction, input, max_output_tokens: 128 });
    const used = answer.body.token_usage.llm_tokens;
    expectSuccess(answer, 'invoke_llm_result', used);
    expect(answer.headers.get('x-shortened')).toBe('instruction, input');
    expect(answer.body.input).toBe(input);
    expect(used.llm_input_tokens).toBeGreaterThan(250);
    expect(used.llm_input_tokens).toBeLessThanOrEqual(384);
  });
});
