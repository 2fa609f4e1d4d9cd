import type { Document, DocumentHead } from '../../domain/document/document.js';
import type { Language } from '../../domain/document/language.js';
import type { Clause, Filter } from '../../domain/filter/filter.js';
import { type ConfidenceLevel, confidenceLevel } from '../../domain/search/confidence.js';
import type { FoundPassage } from '../../engine/engine.js';
import { headerAbove } from '../../text/sentences/table-header.js';
import type { TextRange } from '../../text/text-range.js';
import { Turns } from '../../threads/turns.js';
import type { OperationContext } from '../context.js';
import { type AppliedSynonym, type FoundSynonyms, NO_SYNONYMS } from '../rules/find-synonyms.js';
import { searchedTenants, visible } from '../tenancy.js';
import { searchScope } from './find-page.js';
import { embedQuery } from './search-documents.js';

export interface RetrieveRequest {
  query: string;
  cutoff: number;
  documentIds: readonly string[] | null;
  tenantIds: readonly string[] | null;
  /** Null to search all languages. */
  language: Language | null;
  filter: Filter | null;
  limit: number;
}

export interface RetrievedPassage {
  text: string;
  document: DocumentHead;
  confidence: ConfidenceLevel;
}

interface RetrievedPassages {
  data: RetrievedPassage[];
  semanticTokens: number;
  appliedSynonyms: readonly AppliedSynonym[];
}

/** How many passages are read to put them in another order, whatever the limit. */
const READ = 20;
/** What a score of 100 is worth next to the reader's logit: `docs/decisions/0012-answers.md`. */
const SCORE_WORTH = 20;

/**
 * The passages that are most similar to the query in meaning or have its words, best first and verbatim, but with the header of a
 * table that they begin in the middle of. `rerank`: the first ones are read, and those that answer the query as a question come first.
 */
export async function retrievePassages(
  request: RetrieveRequest & { rerank: boolean },
  context: OperationContext,
): Promise<RetrievedPassages> {
  const scope = [...searchScope(request, context), ...documentScope(request.documentIds)];
  const { semantic, tokens } = await embedQuery(request, context);
  const { collection, queryTimeLimit: timeLimit, signal } = context;
  const { query: text, language, filter, rerank } = request;
  const limit = rerank ? Math.max(READ, request.limit) : request.limit;
  const { alternatives, applied } = await synonymsFor(request, text, context);
  const words =
    language === null
      ? null
      : { language, text, typos: 'forgiven' as const, ...(alternatives.length > 0 && { alternatives }) };
  const found = await collection.engine.findPassages({ scope, filter, semantic, words, limit, timeLimit }, { signal });
  const quotes = await quotePassages(found, context);
  const data = found.flatMap(({ score }, index) => {
    const quoted = quotes[index];
    if (quoted === null) return [];
    return [{ score, confidence: confidenceLevel(score), ...quoted, text: withTableHeader(quoted) }];
  });
  const ordered = rerank ? [...(await read(request.query, data.slice(0, READ), context)), ...data.slice(READ)] : data;
  return { data: ordered.slice(0, request.limit), semanticTokens: tokens, appliedSynonyms: applied };
}

/** The synonyms that apply to a text in which quotation marks and minus signs mean nothing. */
export async function synonymsFor(
  { language, tenantIds }: Pick<RetrieveRequest, 'language' | 'tenantIds'>,
  text: string,
  { caller, collection: { rules } }: OperationContext,
): Promise<FoundSynonyms> {
  if (language === null) return NO_SYNONYMS;
  const parts = [{ kind: 'words', text, start: 0 } as const];
  return rules.findSynonyms({ parts, language, tenants: searchedTenants(caller, tenantIds) });
}

/** Passages with those first that answer the query. All of them are read: what is returned must not depend on how busy the machine is. */
async function read<Passage extends QuotedPassage & { score: number }>(
  query: string,
  passages: readonly Passage[],
  { reader, signal }: OperationContext,
): Promise<Passage[]> {
  const readings = await Promise.all(
    passages.map(({ text, document: { title } }) => reader.read(query, { title, text }, signal)),
  );
  const worth = new Map(
    passages.map((passage, i) => [passage, readings[i].answerable + (SCORE_WORTH * passage.score) / 100]),
  );
  return passages.toSorted((a, b) => worth.get(b)! - worth.get(a)!);
}

export function documentScope(documentIds: readonly string[] | null): Clause[] {
  return documentIds === null ? [] : [{ kind: 'ids', values: [...documentIds] }];
}

export interface QuotedPassage {
  /** Verbatim from the content, or the title if there is no content. */
  text: string;
  /** Its offset in the content, in UTF-16 units. */
  start: number;
  /** The header of the table that it begins in the middle of, as it is written; null if it does not. */
  tableHeader: string | null;
  document: Document;
}

/** The text as it can be understood alone: without their header, nobody knows what the rows of a table say. */
export function withTableHeader({ text, tableHeader }: Pick<QuotedPassage, 'text' | 'tableHeader'>): string {
  return tableHeader === null ? text : `${tableHeader}\n${text}`;
}

/**
 * Reads the text of passages that the engine found, in this order; null if the document was deleted or changed since. Each
 * document is read once, even if several of its passages were found.
 */
export async function quotePassages(
  found: readonly Pick<FoundPassage, 'id' | 'passage'>[],
  { caller, collection }: Pick<OperationContext, 'caller' | 'collection'>,
): Promise<(QuotedPassage | null)[]> {
  const ids = [...new Set(found.map(({ id }) => id))];
  const read = await collection.documents.getMany(ids, ['document', 'passages']);
  const byId = new Map(ids.map((id, index) => [id, read[index]]));
  const turns = new Turns();
  const quoted: (QuotedPassage | null)[] = [];
  for (const { id, passage } of found) {
    // The header of a long table is far above its passages.
    if (turns.isOver) await turns.next();
    const stored = byId.get(id);
    const document = visible(caller, stored?.document ?? null);
    const range = stored?.passages[passage];
    quoted.push(document === null || range === undefined ? null : quote(document, range));
  }
  return quoted;
}

function quote(document: Document, { start, end }: TextRange): QuotedPassage {
  const { title, content, language } = document;
  if (content === null || start === end) return { text: title, start, tableHeader: null, document };
  return { text: content.slice(start, end), start, tableHeader: headerAbove(content, start, language), document };
}
