import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { expectProblems, expectSuccess } from './harness/expectations.js';
import { useService } from './harness/service-under-test.js';

const MODEL_FILE = fileURLToPath(new URL('../models/tinyllama/model.gguf', import.meta.url));

// It comes with optional packages: see `npm ci --omit=optional`.
describe.skipIf(!existsSync(MODEL_FILE))('the bundled language model', () => {
  const shared = useService({ environment: { SEXTANT_LLM_TIMEOUT: '200' } });

  it('answers after a start without any settings', { timeout: 240_000 }, async () => {
    const answer = await shared.client.invokeLlm({
      instruction: 'Answer the question in one short sentence.',
      input: 'What is the capital of France?',
      max_output_tokens: 128,
      temperature: 0,
    });
    const used = { llm_input_tokens: expect.any(Number), llm_output_tokens: expect.any(Number) };
    expectSuccess(answer, 'invoke_llm_result', { ...used, model: 'tinyllama-1.1b-chat' });
    expect(answer.body.data).toEqual([{ output: expect.stringContaining('Paris'), stop_reason: 'end_turn' }]);
    expect(answer.body.model).toBe('tinyllama-1.1b-chat');
    expect(answer.body.token_usage.llm_tokens.llm_input_tokens).toBeGreaterThan(20);
    expect(answer.body.token_usage.llm_tokens.llm_output_tokens).toBeGreaterThan(3);
  });

  it('says what is too long for its context', { timeout: 240_000 }, async () => {
    const refused = await shared.client.invokeLlm({ instruction: 'Summarize.', input: '海'.repeat(10_000) });
    expectProblems(refused, { input: 'parameter_too_long' });
    expect(refused.body.error.message).toContain('2048 tokens');
  });
});
