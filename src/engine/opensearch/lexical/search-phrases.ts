import type { TextQuery } from '../../engine.js';
import { quotedParts, relaxPhrases } from '../../query/relax-phrases.js';
import type { CountedTree } from '../facets/counted.js';
import type { Dsl } from '../query/dsl.js';
import type { QuerySession } from '../query/query-session.js';
import { phraseQuery } from './phrase-query.js';

/** Reads the phrases that no document among those that a plan may find has as their words. */
export async function relaxIn(
  text: TextQuery | null,
  narrowing: Dsl,
  session: QuerySession,
): Promise<ReturnType<typeof relaxPhrases>> {
  const quoted = quotedParts(text);
  if (quoted.length === 0) return { text, relaxedPhrases: [] };
  const filters = quoted.map(({ phrase, language }) => phraseQuery(phrase, language));
  const aggs = { phrases: { filters: { filters } } };
  const answer = await session.search<unknown, Record<string, CountedTree>>({ query: narrowing, size: 0, aggs });
  const found = answer.aggregations?.phrases.buckets ?? [];
  return relaxPhrases(
    text,
    quoted.filter((_, i) => found[i].doc_count === 0),
  );
}
