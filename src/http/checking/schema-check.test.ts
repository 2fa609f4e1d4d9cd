import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Problem, Problems } from '../../domain/errors/problem.js';
import { compileChecker } from './schema-check.js';
import { CHECK, GUESS, type SchemaNode } from './schema-node.js';

const PERSON: SchemaNode = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 5 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    ratio: { type: 'number', minimum: 0.2, maximum: 0.8 },
    color: { type: 'string', enum: ['red', 'green'] },
    note: { type: ['string', 'null'] },
    flag: { type: 'boolean' },
    code: { type: 'string', pattern: '^[a-z]+$' },
    tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', minLength: 1 } },
    home: {
      type: 'object',
      additionalProperties: false,
      required: ['street'],
      properties: { street: { type: 'string' }, number: { type: 'integer' } },
    },
  },
};

function check(schema: SchemaNode, value: unknown): { value: unknown; problems: Problem[] } {
  const problems = new Problems();
  return { value: compileChecker(schema)(value, { path: '', problems, now: 0 }), problems: problems.list };
}

const codesOf = (value: unknown) => check(PERSON, value).problems.map(({ param, code }) => `${param} ${code}`);

describe('compileChecker', () => {
  it('fills in defaults and keeps what was sent', () => {
    expect(check(PERSON, { name: 'Ann', note: null })).toEqual({
      value: { name: 'Ann', note: null, limit: 10 },
      problems: [],
    });
  });

  it('reports every problem at once, nested ones with their path', () => {
    const sent = { limit: 0, ratio: 1, color: 'gren', note: 1, flag: 'true', tags: ['', 2], home: { sreet: 'x' } };
    expect(codesOf(sent)).toEqual([
      'name parameter_missing',
      'limit parameter_too_small',
      'ratio parameter_too_large',
      'color parameter_invalid',
      'note parameter_type',
      'flag parameter_type',
      'tags[0] parameter_too_short',
      'tags[1] parameter_type',
      'home.street parameter_missing',
      'home.sreet parameter_unknown',
    ]);
  });

  it('says what was sent, what is allowed and what was probably meant', () => {
    const { problems } = check(PERSON, { name: 'Ann', limit: '5', color: 'gren', limt: 5 });
    expect(problems.map(({ message }) => message)).toEqual([
      'limit must be an integer from 1 to 100, not the string "5".',
      'color must be one of red, green, not the string "gren". Did you mean "green"?',
      'limt is not a parameter. Did you mean "limit"?',
    ]);
  });

  it('asks whoever knows more about the values what was meant', () => {
    const color: SchemaNode = {
      type: 'string',
      enum: ['red', 'green'],
      [GUESS]: (hue) => (hue === 'rose' ? 'red' : null),
    };
    const messageFor = (sent: string) => check(color, sent).problems[0].message;
    expect(messageFor('rose')).toContain('Did you mean "red"?');
    expect(messageFor('gren')).not.toContain('Did you mean');
  });

  it('refuses null for what is not nullable', () => {
    const [problem] = check(PERSON, { name: null }).problems;
    expect(problem).toMatchObject({ code: 'parameter_type', param: 'name' });
    expect(problem.message).toMatch(/not null\.$/);
    expect(check(PERSON, { name: 'Ann', limit: null }).problems[0].message).toContain(
      'not null. Leave it out instead.',
    );
  });

  it('counts code points, not UTF-16 units', () => {
    expect(codesOf({ name: '😀😀😀😀😀' })).toEqual([]);
    expect(codesOf({ name: '😀😀😀😀😀😀' })).toEqual(['name parameter_too_long']);
  });

  it('refuses a body that is not an object, without a parameter', () => {
    expect(codesOf([])).toEqual(['null parameter_type']);
    expect(codesOf(undefined)).toEqual(['null parameter_type']);
  });

  it('takes __proto__ and constructor for what they are: unknown parameters', () => {
    expect(codesOf(JSON.parse('{"name":"a","__proto__":{"limit":5},"constructor":1}'))).toEqual([
      '__proto__ parameter_unknown',
      'constructor parameter_unknown',
    ]);
  });

  it('does not walk an array that is too long, and records at most a hundred problems', () => {
    expect(codesOf({ name: 'a', tags: Array(100_000).fill(7) })).toEqual(['tags too_many_items']);
    const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`unknown${i}`, i]));
    expect(check(PERSON, many).problems).toHaveLength(100);
  });

  it('keeps an error short when names are long', () => {
    const [problem] = check(PERSON, { name: 'a', ['x'.repeat(1_000_000)]: 1 }).problems;
    expect(JSON.stringify(problem).length).toBeLessThan(1000);
  });

  it('gives the handler what a custom check makes of a sound value', () => {
    const schema: SchemaNode = { type: 'string', maxLength: 3, [CHECK]: (value) => `<${value}>` };
    expect(check(schema, 'abc').value).toBe('<abc>');
    expect(check(schema, 'abcd').value).toBe('abcd');
  });

  it('refuses a schema with a keyword that it would not enforce', () => {
    expect(() => compileChecker({ type: 'string', format: 'date' } as SchemaNode)).toThrow('format');
  });

  it('agrees with Ajv on what is valid', () => {
    const validate = new Ajv({ allowUnionTypes: true }).compile(PERSON);
    const value = fc.oneof(
      fc.string({ maxLength: 7 }),
      fc.integer({ min: -2, max: 103 }),
      fc.double(),
      fc.constantFrom(null, true, 'red', 'green', 0.5, 'abc'),
      fc.array(fc.oneof(fc.string({ maxLength: 2 }), fc.integer()), { maxLength: 3 }),
      fc.record({ street: fc.oneof(fc.string(), fc.integer()), number: fc.integer() }, { requiredKeys: [] }),
    );
    const names = fc.oneof(fc.constantFrom(...Object.keys(PERSON.properties ?? {})), fc.string({ maxLength: 3 }));
    fc.assert(
      fc.property(fc.dictionary(names, value), fc.boolean(), (sent, named) => {
        const body = JSON.parse(JSON.stringify(named ? { ...sent, name: 'Ann' } : sent));
        expect(check(PERSON, body).problems.length === 0).toBe(validate(body));
      }),
      { numRuns: 500 },
    );
  });
});
