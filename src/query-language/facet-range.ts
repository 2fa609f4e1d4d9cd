import type { FieldKind } from '../domain/document/field.js';
import { TIMESTAMP_HINT } from '../domain/document/timestamp.js';
import { didYouMean } from '../domain/errors/did-you-mean.js';
import { describeSent, isFiniteNumber, isObject, type SentObject } from '../domain/errors/sent-value.js';
import type { RangeFacet } from '../domain/facet/facet.js';
import { resolveDate } from '../domain/filter/date-math.js';
import { below, type FacetContext, refuse } from './facet-context.js';

type Range = RangeFacet['ranges'][number];
type Kind = RangeFacet['kind'];

const MOST_RANGES = 100;
const KEYS = ['key', 'from', 'to'];

/** Reads the ranges of a facet, which are all of numbers or all of dates; null if anything is refused. */
export function readRanges(
  sent: unknown,
  field: FieldKind,
  context: FacetContext,
): Pick<RangeFacet, 'kind' | 'ranges'> | null {
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > MOST_RANGES) {
    const found = Array.isArray(sent) ? `${sent.length} of them` : describeSent(sent);
    return refuse(
      context,
      `Expected an array of 1 to ${MOST_RANGES} ranges, such as {"from": 0, "to": 10}; found ${found}.`,
    );
  }
  const kind = field === 'date' ? 'date' : kindOf(sent);
  const ranges = sent.map((range, index) => readRange(range, kind, { ...context, path: `${context.path}[${index}]` }));
  return ranges.every((range) => range !== null) ? { kind, ranges } : null;
}

/** Metadata has no declared types: the first bound says whether these are dates or numbers. */
function kindOf(ranges: readonly unknown[]): Kind {
  const bounds = ranges.flatMap((range) => (isObject(range) ? [range.from, range.to] : []));
  const first = bounds.find((bound) => typeof bound === 'string' || typeof bound === 'number');
  return typeof first === 'string' ? 'date' : 'number';
}

function readRange(sent: unknown, kind: Kind, context: FacetContext): Range | null {
  if (!isObject(sent)) return refuse(context, `Expected an object with from, to or both; found ${describeSent(sent)}.`);
  const known = refuseUnknownKeys(sent, context);
  const from = readBound('from', { sent, kind }, context);
  const to = readBound('to', { sent, kind }, context);
  if (known === null || from === null || to === null) return null;
  if (from.value === null && to.value === null) return refuse(context, 'Expected from, to or both; found neither.');
  if (from.value !== null && to.value !== null && from.value >= to.value) {
    return refuse(below(context, 'from'), 'A range ends before "to", so "from" must be less than it.');
  }
  const key = readKey(sent, `${from.sent ?? '*'}-${to.sent ?? '*'}`, context);
  return key === null ? null : { key, from: from.value, to: to.value, sent: { from: from.sent, to: to.sent } };
}

function refuseUnknownKeys(sent: SentObject, context: FacetContext): true | null {
  const unknown = Object.keys(sent).find((key) => !KEYS.includes(key));
  if (unknown === undefined) return true;
  return refuse(below(context, unknown), `Unknown key.${didYouMean(unknown, KEYS)} The keys are ${KEYS.join(', ')}.`);
}

interface Bound {
  value: number | null;
  sent: number | string | null;
}

function readBound(
  key: 'from' | 'to',
  { sent, kind }: { sent: SentObject; kind: Kind },
  context: FacetContext,
): Bound | null {
  if (!Object.hasOwn(sent, key)) return { value: null, sent: null };
  const bound = sent[key];
  if (kind === 'number' && isFiniteNumber(bound)) return { value: bound, sent: bound };
  const time = kind === 'date' && typeof bound === 'string' ? resolveDate(bound, context.now, 'down') : null;
  if (time !== null && typeof bound === 'string') return { value: time, sent: bound };
  const expected = kind === 'date' ? TIMESTAMP_HINT : 'a number, or dates in all ranges of the facet';
  return refuse(below(context, key), `Expected ${expected}; found ${describeSent(bound)}.`);
}

function readKey(sent: SentObject, otherwise: string, context: FacetContext): string | null {
  const key = Object.hasOwn(sent, 'key') ? sent.key : otherwise;
  if (typeof key === 'string' && key.length >= 1) return key;
  return refuse(below(context, 'key'), `Expected a string that is not empty; found ${describeSent(key)}.`);
}
