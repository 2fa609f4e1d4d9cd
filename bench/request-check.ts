import { performance } from 'node:perf_hooks';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Problems } from '../src/domain/errors/problem.js';
import { compileChecker } from '../src/http/checking/schema-check.js';
import { schemaNode } from '../src/http/checking/schema-node.js';
import { median } from './support/percentiles.js';
import { Recording } from './support/recording.js';

// What does it cost to find every problem of a request: our checker and Ajv with `allErrors`, on an ordinary body and on
// hostile ones of a megabyte?
// node --import ./scripts/run-typescript.mjs bench/request-check.ts

const ROUNDS = 7;

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'tenant_id'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 250 },
    tenant_id: { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string', minLength: 1, maxLength: 250 } },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    language: { type: 'string', enum: ['de', 'en', 'fr'] },
  },
};

const BODIES: Record<string, unknown> = {
  ordinary: { title: 'How tides work', tenant_id: ['library'], limit: 10, language: 'en' },
  'an array of 500,000 numbers': { title: 'x', tenant_id: Array(500_000).fill(1) },
  '60,000 unknown parameters': Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`unknown${i}`, i])),
};

const allErrors = new Ajv2020({ allErrors: true }).compile(schema);
const check = compileChecker(schemaNode(schema));

const CHECKERS: Record<string, (body: unknown) => number> = {
  'Ajv, allErrors': (body) => (allErrors(body) ? 0 : (allErrors.errors?.length ?? 0)),
  ours: (body) => {
    const problems = new Problems();
    check(body, { path: '', problems, now: 0 });
    return problems.list.length;
  },
};

const recording = new Recording('request-check');
for (const [name, body] of Object.entries(BODIES)) {
  const times: Record<string, number> = {};
  for (const [checker, run] of Object.entries(CHECKERS)) {
    const found = run(body);
    times[checker] = medianTime(() => run(body));
    const shown = `${times[checker].toFixed(4)} ms`;
    console.log(`${name.padEnd(30)}${checker.padEnd(18)}${shown.padStart(12)}   ${found} problems`);
  }
  const { ours, ...others } = times;
  const alternatives = Object.fromEntries(Object.entries(others).map(([checker, value]) => [checker, { value }]));
  recording.add({ name, measure: 'ours', unit: 'ms', value: ours, alternatives });
}
recording.save();

function medianTime(work: () => void): number {
  const repeats = repeatsFor(work);
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) work();
    return (performance.now() - start) / repeats;
  });
  return median(times);
}

/** Repeats that make a round take a few milliseconds. */
function repeatsFor(work: () => void): number {
  const start = performance.now();
  work();
  return Math.max(1, Math.min(10_000, Math.round(5 / (performance.now() - start))));
}
