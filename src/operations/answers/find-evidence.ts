import type { WordQuery } from '../../domain/search/word-query.js';
import type { TextQuery } from '../../engine/engine.js';
import { queryParts } from '../../text/query/query-parts.js';
import type { OperationContext } from '../context.js';
import type { AppliedSynonym } from '../rules/find-synonyms.js';
import { searchScope } from '../search/find-page.js';
import {
  documentScope,
  type QuotedPassage,
  quotePassages,
  type RetrieveRequest,
  synonymsFor,
} from '../search/retrieve-passages.js';
import { embedQuery } from '../search/search-documents.js';
import { replyLanguage } from './answer.js';

/** A passage that an answer may draw on. */
export interface EvidencePassage extends QuotedPassage {
  /** The semantic score of the passage, 0 to 100. */
  score: number;
  /** The hybrid score of its document, 0 to 100. */
  documentScore: number;
}

export interface Evidence {
  /** Best first. */
  passages: EvidencePassage[];
  /** The vector of the question. */
  vector: Float32Array;
  semanticTokens: number;
  appliedSynonyms: readonly AppliedSynonym[];
}

/** Questions share fewer words with their answer than search queries do, so words and meaning weigh the same. */
const SEMANTIC_SHARE = 0.5;
/** Where texts of all languages are searched, most can't have the words of the question, and still may answer it. */
const SEMANTIC_SHARE_OVER_LANGUAGES = 0.7;
const BEST_FIRST = [{ field: '_score', order: 'desc', missing: '_last' }] as const;
/** Candidates per passage used: a good document may have several passages that beat the best of a poor one. */
const PASSAGES_LOOKED_AT = 3;

/**
 * The best passages for a question. A hybrid search finds documents; their passages are then ranked by the sum of their own
 * semantic score and the score of their document.
 */
export async function findEvidence(request: RetrieveRequest, context: OperationContext): Promise<Evidence> {
  const { engine } = context.collection;
  const { queryTimeLimit: timeLimit, signal } = context;
  const { filter, limit } = request;
  const scope = [...searchScope(request, context), ...documentScope(request.documentIds)];
  const { semantic, tokens } = await embedQuery(request, context);
  const { words, appliedSynonyms } = await wordsOf(request, context);
  const text: TextQuery = {
    kind: 'search',
    words,
    semantic,
    semanticShare: request.language === null ? SEMANTIC_SHARE_OVER_LANGUAGES : SEMANTIC_SHARE,
    withForms: false,
  };
  const window = { offset: 0, limit };
  const { hits } = await engine.find(
    { scope, filter, text, sort: BEST_FIRST, window, facets: [], timeLimit },
    { signal },
  );
  const documentScores = new Map(hits.map(({ id, score }) => [id, score ?? 0]));
  const inDocuments = [...scope, ...documentScope([...documentScores.keys()])];
  const found = await engine.findPassages(
    {
      scope: inDocuments,
      filter,
      semantic: { ...semantic, cutoff: 0 },
      limit: limit * PASSAGES_LOOKED_AT,
      timeLimit,
    },
    { signal },
  );
  const quotes = await quotePassages(found, context);
  const passages = found.flatMap(({ id, score }, index): EvidencePassage[] => {
    const quoted = quotes[index];
    const documentScore = documentScores.get(id) ?? 0;
    return quoted === null ? [] : [{ ...quoted, score, documentScore }];
  });
  return { passages: best(passages, limit), vector: semantic.vector, semanticTokens: tokens, appliedSynonyms };
}

function best(passages: readonly EvidencePassage[], limit: number): EvidencePassage[] {
  const rank = ({ score, documentScore }: EvidencePassage) => score + documentScore;
  return [...passages].sort((a, b) => rank(b) - rank(a)).slice(0, limit);
}

/** Quotes and hyphens are query syntax in a search, but not in a question. */
const QUERY_SIGNS = /["“”„«»「」『』＂]|(?<=^|\s)[-－]/g;

async function wordsOf(
  request: RetrieveRequest,
  context: OperationContext,
): Promise<{ words: WordQuery; appliedSynonyms: readonly AppliedSynonym[] }> {
  const language = replyLanguage(request);
  const query = request.query.replace(QUERY_SIGNS, ' ');
  const { alternatives, applied } = await synonymsFor(request, query, context);
  const asked = { language, parts: queryParts(query), typos: 'forgiven' as const };
  return { words: alternatives.length === 0 ? asked : { ...asked, alternatives }, appliedSynonyms: applied };
}
