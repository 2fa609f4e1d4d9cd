import type { Language } from '../../domain/document/language.js';
import type { SemanticQuery } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';

export interface QueryMeaning {
  semantic: SemanticQuery;
  /** What the encoder's tokenizer made of the query. */
  tokens: number;
}

/** `language` is null where documents of all languages are searched: then the query may be in any of them too. */
export async function embedQuery(
  { query, language, cutoff }: { query: string; language: Language | null; cutoff: number },
  { embedder, scale }: Pick<OperationContext, 'embedder' | 'scale'>,
): Promise<QueryMeaning> {
  const [{ vector, tokens }] = await embedder.embed([{ text: query, language, kind: 'query' }]);
  return { semantic: { vector, space: embedder.space, cutoff, scale }, tokens };
}
