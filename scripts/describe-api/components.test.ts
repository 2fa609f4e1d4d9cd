import { describe, expect, it } from 'vitest';
import { Components } from './components.js';

const LEVEL = { title: 'Level', type: 'string', enum: ['high', 'low'], description: 'How sure.' };

describe('the named schemas of the description', () => {
  it('are defined once and referred to, each place with its own remarks', () => {
    const components = new Components({});
    const described = components.refer({
      schema: { type: 'object', properties: { a: LEVEL, b: { ...LEVEL, description: 'How late.', default: 'low' } } },
    });
    expect(described).toEqual({
      schema: {
        type: 'object',
        properties: {
          a: { $ref: '#/components/schemas/Level' },
          b: { $ref: '#/components/schemas/Level', description: 'How late.', default: 'low' },
        },
      },
    });
    expect(components.schemas).toEqual({
      Level: { type: 'string', enum: ['high', 'low'], description: 'How sure.' },
    });
  });

  it('may be null in one place and not in another', () => {
    const components = new Components({});
    components.refer(LEVEL);
    expect(components.refer({ ...LEVEL, type: ['string', 'null'] })).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Level' }, { type: 'null' }],
    });
  });

  it('are not mistaken for examples, defaults and properties called title', () => {
    const untouched = {
      type: 'object',
      properties: { title: { type: 'string' }, examples: { type: 'array' } },
      examples: [{ title: 'Tides' }],
      default: { title: 'Tides' },
    };
    const components = new Components({});
    expect(components.refer(untouched)).toEqual(untouched);
    expect(components.schemas).toEqual({});
  });

  it('can be known before, and then say more than the place does', () => {
    const components = new Components({ Level: { type: 'integer' } });
    expect(components.refer(LEVEL)).toEqual({ $ref: '#/components/schemas/Level', description: 'How sure.' });
    expect(components.schemas).toEqual({ Level: { type: 'integer' } });
  });

  it('must be the same everywhere', () => {
    const components = new Components({});
    components.refer(LEVEL);
    expect(() => components.refer({ ...LEVEL, enum: ['high'] })).toThrow('named Level');
  });
});
