import { expect } from 'vitest';
import type { Answer } from './client.js';

const ERROR_TYPES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  408: 'invalid_request_error',
  409: 'conflict_error',
  413: 'invalid_request_error',
  415: 'invalid_request_error',
  429: 'rate_limit_error',
  431: 'invalid_request_error',
  502: 'model_error',
  503: 'overloaded_error',
  504: 'model_error',
};

/** Of these, 503 does not mean that there is too much to do. */
const MODEL_CODES = ['language_model_not_configured', 'model_not_ready'];

/** The answer is an error of this status and code, and its body is complete. */
export function expectError(answer: Answer, status: number, code: string): void {
  expect({ status: answer.status, code: answer.body.error?.code }, answer.text.slice(0, 500)).toEqual({ status, code });
  expectErrorShape(answer);
}

/** What every error body has, whatever went wrong. */
export function expectErrorShape(answer: Answer): void {
  const { body } = answer;
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(Object.keys(body).sort()).toEqual(['error', 'livemode', 'object', 'url']);
  expect(body).toMatchObject({ object: 'error', livemode: expect.any(Boolean), url: expect.any(String) });
  expect(Object.keys(body.error).sort()).toEqual(['code', 'errors', 'message', 'param', 'request_id', 'type']);
  expect(body.error.type).toBe(MODEL_CODES.includes(body.error.code) ? 'model_error' : ERROR_TYPES[answer.status]);
  expect(body.error.request_id).toBe(answer.headers.get('x-request-id'));
  expect(body.error.message.length).toBeGreaterThan(10);
  expect(body.error.message.length).toBeLessThan(2000);
  expect(body.error.errors[0]?.param ?? null, 'param is the first of errors').toBe(body.error.param);
}

/** The request was refused for exactly these parameters: path → code, the first of them being the error's own. */
export function expectProblems(answer: Answer, problems: Record<string, string>): void {
  const found = answer.body.error?.errors?.map(({ param, code }) => [String(param), code]) ?? [];
  expect({ status: answer.status, problems: Object.fromEntries(found) }, answer.text.slice(0, 500)).toEqual({
    status: 400,
    problems,
  });
  expectErrorShape(answer);
  const { param, code, errors } = answer.body.error;
  expect({ param, code }).toEqual({ param: errors[0].param, code: errors[0].code });
}

const NO_LANGUAGE_MODEL = { llm_output_tokens: 0, llm_input_tokens: 0, model: null };

/** A success carries what every success carries; `used` is what a language model read and wrote for it. */
export function expectSuccess(answer: Answer, object: string, used: object = NO_LANGUAGE_MODEL): void {
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w.-]+$/);
  expect(answer.body).toMatchObject({
    object,
    url: expect.stringMatching(/^\//),
    livemode: expect.any(Boolean),
    token_usage: {
      semantic_tokens: expect.any(Number),
      llm_tokens: used,
    },
  });
}

export const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function idsOf({ body }: Answer): string[] {
  return body.data.map(({ id }) => id);
}
