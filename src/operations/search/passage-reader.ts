import type { Document } from '../../domain/document/document.js';
import type { FoundPassage } from '../../engine/engine.js';
import type { OperationContext } from '../context.js';
import { visible } from '../tenancy.js';

export interface QuotedPassage {
  /** Word for word from the content; the title where there is no content. */
  text: string;
  /** Where it begins in the content, in UTF-16 units. */
  start: number;
  document: Document;
}

/**
 * Reads the passages that an engine found, in their order; null for one whose document was deleted or changed since. Each
 * document is read once, however many of its passages were found.
 */
export async function quotePassages(
  found: readonly Pick<FoundPassage, 'id' | 'passage'>[],
  { caller, collection }: Pick<OperationContext, 'caller' | 'collection'>,
): Promise<(QuotedPassage | null)[]> {
  const ids = [...new Set(found.map(({ id }) => id))];
  const read = await collection.documents.getMany(ids, ['document', 'passages']);
  const byId = new Map(ids.map((id, index) => [id, read[index]]));
  return found.map(({ id, passage }) => {
    const stored = byId.get(id);
    const document = visible(caller, stored?.document ?? null);
    const range = stored?.passages[passage];
    if (document === null || range === undefined) return null;
    const { title, content } = document;
    const text = content === null || range.start === range.end ? title : content.slice(range.start, range.end);
    return { text, start: range.start, document };
  });
}
