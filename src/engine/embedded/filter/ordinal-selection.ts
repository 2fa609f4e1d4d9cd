import type { RangeBounds } from '../../../domain/filter/filter.js';
import type { Deadline } from '../../deadline.js';
import type { Dictionary } from '../segment/dictionary.js';
import { compileWildcard } from './wildcard.js';

/** The strings of a dictionary that a clause accepts: a range of ordinals where possible, otherwise a flag for each. */
export type OrdinalSelection = { from: number; to: number } | { flags: Uint8Array };

const NOTHING: OrdinalSelection = { from: 0, to: 0 };

export function selectTerms(dictionary: Dictionary, values: readonly string[]): OrdinalSelection {
  const ordinals = values.map((value) => dictionary.find(value)).filter((ordinal) => ordinal >= 0);
  if (ordinals.length === 0) return NOTHING;
  if (ordinals.length === 1) return { from: ordinals[0], to: ordinals[0] + 1 };
  const flags = new Uint8Array(dictionary.size);
  for (const ordinal of ordinals) flags[ordinal] = 1;
  return { flags };
}

export function selectPrefix(dictionary: Dictionary, prefix: string): OrdinalSelection {
  const [from, to] = dictionary.prefixRange(prefix);
  return { from, to };
}

export function selectRange(dictionary: Dictionary, bounds: Extract<RangeBounds, { gt?: unknown }>): OrdinalSelection {
  let from = 0;
  let to = dictionary.size;
  if (bounds.gte !== undefined) from = Math.max(from, dictionary.lowerBound(String(bounds.gte)));
  if (bounds.gt !== undefined) from = Math.max(from, dictionary.upperBound(String(bounds.gt)));
  if (bounds.lt !== undefined) to = Math.min(to, dictionary.lowerBound(String(bounds.lt)));
  if (bounds.lte !== undefined) to = Math.min(to, dictionary.upperBound(String(bounds.lte)));
  return from < to ? { from, to } : NOTHING;
}

export function selectWildcard(dictionary: Dictionary, pattern: string, deadline: Deadline): OrdinalSelection {
  const wildcard = compileWildcard(pattern);
  const [from, to] = dictionary.prefixRange(wildcard.literalPrefix);
  const flags = new Uint8Array(dictionary.size);
  for (let ordinal = from; ordinal < to; ordinal++) {
    if ((ordinal & 1023) === 0) deadline.check();
    if (wildcard.matches(dictionary.text(ordinal))) flags[ordinal] = 1;
  }
  return { flags };
}
