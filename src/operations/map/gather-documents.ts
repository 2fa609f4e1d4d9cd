import type { DocumentStorage } from '../../storage/storage.js';
import { wordEnd } from '../../text/borders.js';
import type { DocumentToPlace } from './map-points.js';

/** Documents read at once: few enough that other requests are served in between. */
const READ_AT_ONCE = 25;
/** What a document is about shows at its beginning. */
const BEGINNING_CHARACTERS = 600;
const LONGEST_WORD = 64;

/** Reads what the map needs of documents, in parts. Those that have been deleted meanwhile are left out. */
export async function* gatherDocuments(
  ids: readonly string[],
  { documents, space }: { documents: DocumentStorage; space: string },
): AsyncGenerator<DocumentToPlace[]> {
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const stored = await documents.getMany(ids.slice(start, start + READ_AT_ONCE), ['head', 'content', 'vectors']);
    yield stored
      .filter((parts) => parts !== null)
      .map(({ head, content, vectors }) => ({
        id: head.id,
        tenantId: head.tenantId,
        language: head.language,
        updatedAt: head.updatedAt,
        title: head.title,
        beginning: beginningOf(content ?? ''),
        codes: vectors.find((one) => one.space === space)?.codes ?? [],
      }));
    await new Promise(setImmediate);
  }
}

/** Ends with a whole word: a part of one could become a label. */
export function beginningOf(content: string): string {
  return content.slice(0, wordEnd(content, BEGINNING_CHARACTERS, BEGINNING_CHARACTERS - LONGEST_WORD));
}
