import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Json, VERSION } from './harness/client.js';
import { EMOJI, type RefusedCase } from './harness/document-cases.js';
import { expectError, expectProblems, expectSuccess } from './harness/expectations.js';
import {
  breaksOff,
  LanguageModelServer,
  MODEL_NAME,
  refuses,
  says,
  saysWhat,
  sends,
  staysSilent,
} from './harness/language-model-server.js';
import { ServiceUnderTest } from './harness/service-under-test.js';

const shared = new ServiceUnderTest();
let model: LanguageModelServer;
const sayFine = says('A fine answer.');

beforeAll(async () => {
  model = await LanguageModelServer.start();
  const limits = { SEXTANT_LLM_TIMEOUT: '2', SEXTANT_LLM_CONCURRENCY: '2', SEXTANT_LLM_QUEUE: '1' };
  await shared.start({ environment: { ...model.settings, ...limits, SEXTANT_QUERY_TIMEOUT: '1' } });
});
afterAll(async () => {
  await shared.end();
  await model.close();
});
beforeEach(() => {
  model.next.length = 0;
  model.otherwise = sayFine;
});

const USED = { llm_input_tokens: 21, llm_output_tokens: 7, model: MODEL_NAME };
const invoke = (request: Json = {}): Promise<Answer> =>
  shared.client.invokeLlm({ instruction: 'Say something fine.', ...request });

describe('invoking the language model', () => {
  it('answers with its text, and with exactly the fields of the contract', async () => {
    const answer = await invoke({ input: 'The sea' });
    expectSuccess(answer, 'invoke_llm_result', USED);
    expect(answer.body).toEqual({
      object: 'invoke_llm_result',
      url: `${VERSION}/invoke-llm`,
      data: [{ output: 'A fine answer.', stop_reason: 'end_turn' }],
      instruction: 'Say something fine.',
      input: 'The sea',
      max_output_tokens: 512,
      temperature: 0.5,
      model: MODEL_NAME,
      token_usage: { semantic_tokens: 0, llm_tokens: USED },
      livemode: true,
    });
  });

  it('gives the instruction as system message and the input as what it applies to', async () => {
    model.otherwise = saysWhat(({ messages }) => JSON.stringify(messages));
    const { body } = await invoke({ input: 'The sea', max_output_tokens: 200, temperature: 0 });
    const data = body.data as unknown as { output: string }[];
    expect(JSON.parse(data[0].output)).toEqual([
      { role: 'system', content: 'Say something fine.' },
      { role: 'user', content: 'The sea' },
    ]);
    expect(model.asked.at(-1)?.chat).toMatchObject({ max_tokens: 200, temperature: 0 });
  });

  it('gives the instruction as system message without an input too', async () => {
    await invoke();
    expect(model.asked.at(-1)?.chat.messages).toEqual([{ role: 'system', content: 'Say something fine.' }]);
  });

  it('adds a message of the user only where the model refuses to do without', async () => {
    model.next.push(refuses(400, { error: 'expected last role user' }));
    expectSuccess(await invoke(), 'invoke_llm_result', USED);
    expect(model.asked.at(-1)?.chat.messages).toEqual([
      { role: 'system', content: 'Say something fine.' },
      { role: 'user', content: expect.any(String) },
    ]);
    model.next.push(refuses(400), refuses(400));
    expectError(await invoke(), 502, 'model_failed');
    model.next.push(refuses(400));
    expectError(await invoke({ input: 'The sea' }), 502, 'model_failed');
  });

  it('takes no text for a failure of the model', async () => {
    for (const text of ['', ' \n']) {
      model.next.push(says(text));
      expectError(await invoke(), 502, 'model_failed');
    }
    model.next.push(says('', { finish: 'length' }));
    expect((await invoke()).body.error.message).toContain('spent all tokens');
  });

  it.each([
    ['length', 'max_tokens'],
    ['stop', 'end_turn'],
    ['content_filter', 'not_available'],
  ])('says why the text ends: %s is %s', async (finish, stopReason) => {
    model.next.push(says('Text', { finish }));
    expect((await invoke()).body.data).toEqual([{ output: 'Text', stop_reason: stopReason }]);
  });

  it('needs a key with the scope generate, of either mode', async () => {
    const reader = await shared.clientWith({ scopes: 'read,write,train' });
    expectError(await reader.invokeLlm({ instruction: 5 }), 403, 'scope_missing');
    const tester = await shared.clientWith({ scopes: 'generate', mode: 'test' });
    const answer = await tester.invokeLlm({ instruction: 'x' });
    expectSuccess(answer, 'invoke_llm_result', USED);
    expect(answer.body.livemode).toBe(false);
  });
});

describe('the parameters of invoke-llm', () => {
  const long = EMOJI.repeat(2000);
  it.each([
    { what: 'nothing but an instruction', sent: {}, echo: { input: null, max_output_tokens: 512, temperature: 0.5 } },
    { what: 'an instruction of 2,000 emoji', sent: { instruction: long }, echo: { instruction: long } },
    { what: 'an input of 10,000 emoji', sent: { input: long.repeat(5) }, echo: { input: long.repeat(5) } },
    { what: 'the least of all', sent: { max_output_tokens: 128, temperature: 0 }, echo: { max_output_tokens: 128 } },
    { what: 'the most of all', sent: { max_output_tokens: 4096, temperature: 1 }, echo: { temperature: 1 } },
  ])('include $what', async ({ sent, echo }) => {
    const answer = await invoke(sent);
    expectSuccess(answer, 'invoke_llm_result', USED);
    expect(answer.body).toMatchObject(echo);
  });

  const refused: RefusedCase[] = [
    { what: 'an empty instruction', sent: { instruction: '' }, problems: { instruction: 'parameter_too_short' } },
    {
      what: 'an instruction of 2,001',
      sent: { instruction: 'x'.repeat(2001) },
      problems: { instruction: 'parameter_too_long' },
    },
    { what: 'an empty input', sent: { input: '' }, problems: { input: 'parameter_too_short' } },
    { what: 'an input of 10,001', sent: { input: 'x'.repeat(10_001) }, problems: { input: 'parameter_too_long' } },
    { what: 'null as input', sent: { input: null }, problems: { input: 'parameter_type' } },
    { what: '127 tokens', sent: { max_output_tokens: 127 }, problems: { max_output_tokens: 'parameter_too_small' } },
    { what: '4,097 tokens', sent: { max_output_tokens: 4097 }, problems: { max_output_tokens: 'parameter_too_large' } },
    { what: 'half a token', sent: { max_output_tokens: 200.5 }, problems: { max_output_tokens: 'parameter_type' } },
    { what: 'a temperature of 1.1', sent: { temperature: 1.1 }, problems: { temperature: 'parameter_too_large' } },
    { what: 'a temperature in quotes', sent: { temperature: '0' }, problems: { temperature: 'parameter_type' } },
    { what: 'a stream', sent: { stream: true }, problems: { stream: 'parameter_unknown' } },
    {
      what: 'several mistakes at once',
      sent: { instruction: 5, temperature: -1, language: 'en' },
      problems: { instruction: 'parameter_type', temperature: 'parameter_too_small', language: 'parameter_unknown' },
    },
  ];
  it.each(refused)('exclude $what', async ({ sent, problems }) => {
    expectProblems(await invoke(sent), problems);
  });

  it('must include an instruction', async () => {
    expectProblems(await shared.client.invokeLlm({}), { instruction: 'parameter_missing' });
  });

  it('include what is too long for the model itself, which gets it without its middle', async () => {
    const tooLong = refuses(400, { error: { code: 'context_length_exceeded' } });
    const input = 'A sentence of it. '.repeat(500);
    model.next.push(tooLong);
    const answer = await invoke({ input });
    expectSuccess(answer, 'invoke_llm_result', USED);
    expect(answer.headers.get('x-shortened')).toBe('input');
    expect(answer.body.input).toBe(input);
    expect(model.asked.at(-1)?.chat.messages[1].content).toMatch(
      /^A sentence of it\..*\n\[…\]\n.*A sentence of it\. $/s,
    );
    model.next.push(tooLong, tooLong, tooLong, tooLong);
    expectProblems(await invoke({ input }), { input: 'parameter_too_long' });
  });
});

describe('an outside model', () => {
  it('that is slower than queries may be is waited for', async () => {
    model.next.push((exchange) => setTimeout(() => sayFine(exchange), 1200));
    expectSuccess(await invoke(), 'invoke_llm_result', USED);
  });

  it('that stays silent costs 504, one that is broken 502, and neither tells secrets', async () => {
    model.otherwise = staysSilent;
    expectError(await invoke(), 504, 'model_timeout');
    model.otherwise = sends('text/html', '<h1>secret</h1>');
    const broken = await invoke();
    expectError(broken, 502, 'model_failed');
    expect(broken.text).not.toContain('secret');
    model.otherwise = refuses(401, { error: 'secret' });
    expectError(await invoke(), 502, 'model_failed');
    model.otherwise = breaksOff;
    expectError(await invoke(), 502, 'model_failed');
  });

  it('that is overloaded once is asked again', async () => {
    model.next.push(refuses(429, {}, { 'retry-after': '0' }));
    expectSuccess(await invoke(), 'invoke_llm_result', USED);
  });

  it('that hangs takes nothing else down, and too many requests for it are refused', async () => {
    model.otherwise = staysSilent;
    const asked = Array.from({ length: 6 }, () => invoke());
    const browsed = await shared.client.browse();
    expect(browsed.status).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ status, body }) => `${status} ${body.error.code}`).sort();
    expect(statuses).toEqual([...Array(3).fill('503 overloaded'), ...Array(3).fill('504 model_timeout')]);
    const [refused] = await Promise.all([invoke(), invoke(), invoke(), invoke()].reverse());
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    model.otherwise = sayFine;
    expectSuccess(await invoke(), 'invoke_llm_result', USED);
  });

  it('is stopped when the client goes away', async () => {
    model.otherwise = staysSilent;
    const before = model.abandoned;
    const client = new AbortController();
    const asked = fetch(`${shared.service.url}${VERSION}/invoke-llm`, {
      method: 'POST',
      headers: { 'X-API-Key': shared.client.key ?? '', 'Content-Type': 'application/json' },
      body: '{"instruction": "Wait."}',
      signal: client.signal,
    });
    const left = expect(asked).rejects.toThrow();
    const count = model.asked.length;
    await expect.poll(() => model.asked.length).toBe(count + 1);
    client.abort();
    await left;
    await expect.poll(() => model.abandoned).toBe(before + 1);
  });
});

describe('without a language model', () => {
  const bare = new ServiceUnderTest();
  beforeAll(() => bare.start({ environment: { SEXTANT_LLM_PROVIDER: 'none' } }));
  afterAll(() => bare.end());

  it('invoke-llm says which command or setting gives one', async () => {
    const refused = await bare.client.invokeLlm({ instruction: 'Say something.' });
    expectError(refused, 503, 'language_model_not_configured');
    expect(refused.body.error.message).toMatch(/sextant models pull.*SEXTANT_LLM_URL/s);
    expectProblems(await bare.client.invokeLlm({ instruction: '' }), { instruction: 'parameter_too_short' });
  });
});
