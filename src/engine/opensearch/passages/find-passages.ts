import { compareText } from '../../../domain/document/code-points.js';
import type { Document } from '../../../domain/document/document.js';
import type { Passage } from '../../../domain/document/vectors.js';
import type { SearchHit } from '../../../opensearch/search.js';
import type { FoundPassage, PassagePlan, ScoreScale } from '../../engine.js';
import { analysePassageWords, type LexicalQuery } from '../../query/analyse-query.js';
import {
  LEAST_SCORE_OF_WORDS,
  SCORE_CURVE,
  STRENGTH,
  scoreOf,
  scoreOfStrength,
  strengthOfCosine,
} from '../../ranking/ranking.js';
import { scoreOfPassage, scoreOfWords } from '../../ranking/score-mixture.js';
import { type CountedQuery, countWords } from '../lexical/count-words.js';
import { WordsQuery } from '../lexical/words-query.js';
import type { Dsl } from '../query/dsl.js';
import { narrowed } from '../query/filter-query.js';
import type { QueryTools } from '../query/query-tools.js';
import { BOUND_OF_PASSAGES, scored } from '../scripts.js';
import { MeaningQuery } from '../vectors/meaning-query.js';
import { passagesOf } from '../vectors/passages-query.js';
import { type WeighedWords, weighedWords } from './score-divided.js';

/** The cluster returns at most so many passages of a document (`max_inner_result_window`). */
const MOST_OF_A_DOCUMENT = 1000;

/** The passages that score best. Ties are broken by the id of the document, then by the number of the passage. */
export async function findPassages(plan: PassagePlan, tools: QueryTools): Promise<FoundPassage[]> {
  const lexical = analysePassageWords(plan);
  const meaning = await MeaningQuery.of(plan.semantic, tools, Math.min(plan.limit, MOST_OF_A_DOCUMENT));
  if (lexical !== null) return new PassagesByBoth(plan, { meaning, lexical, tools }).find();
  return meaning === null ? [] : findByMeaning(plan, meaning, tools);
}

/** Documents whose texts are read with one request: its answer is parsed in one turn of the event loop. */
const READ_AT_ONCE = 25;

const BEST_FIRST = [{ _score: 'desc' }, { id: 'asc' }];

/** Each of the best passages is in one of as many documents, those with the best passages. */
async function findByMeaning(
  plan: PassagePlan,
  meaning: MeaningQuery,
  { session }: QueryTools,
): Promise<FoundPassage[]> {
  const query = { bool: { filter: [narrowed(plan.scope, plan.filter)], must: [meaning.score()] } };
  const { hits } = await session.search({ query, sort: BEST_FIRST, size: plan.limit, _source: false });
  const found = hits.hits.flatMap((hit) =>
    passagesOf(hit).map(({ passage, score }) => ({
      id: hit._id,
      passage,
      score: scoreOf(meaning.cosineOf(score), plan.semantic.scale),
    })),
  );
  return best(found, plan.limit);
}

function best(passages: readonly FoundPassage[], limit: number): FoundPassage[] {
  return [...passages]
    .sort((a, b) => b.score - a.score || compareText(a.id, b.id) || a.passage - b.passage)
    .slice(0, limit);
}

// Sums of words and meaning are smaller than these. The cluster drops what scores 0.
const MEANING_FLAG = 8;
const BASE = 1;
/** Larger than the rounding error of a score. */
const ROUNDING = 0.01;
/** Smaller than what any word contributes. */
const NO_WORDS = 1e-5;

interface Legs {
  meaning: MeaningQuery | null;
  lexical: LexicalQuery;
  tools: QueryTools;
}

interface DividedText {
  document: Document;
  passages: readonly Passage[];
}

/** A document that has passages above the cutoff, or the words. */
interface Candidate {
  id: string;
  /** Of its passages above the cutoff, by their number. */
  cosines: ReadonlyMap<number, number>;
  /** What the words of the whole document contribute to a score: see `scoreOfParts`. */
  words: number;
  isDivided: boolean;
  /** No passage of it scores more. */
  bound: number;
}

/**
 * Finds passages by words and by meaning. The cluster counts words in whole documents. That gives the score of a document's only
 * passage, and a bound for several. Which of several passages has the words is found out here, from its text, and only where the
 * bound is among the best. The result is as exact as if it were done everywhere.
 */
class PassagesByBoth {
  readonly #plan: PassagePlan;
  readonly #legs: Legs;

  constructor(plan: PassagePlan, legs: Legs) {
    this.#plan = plan;
    this.#legs = legs;
  }

  async find(): Promise<FoundPassage[]> {
    const { limit, scope, filter } = this.#plan;
    const { session } = this.#legs.tools;
    const counted = await countWords(this.#legs.lexical, narrowed(scope, null), session);
    const query = { bool: { filter: [narrowed(scope, filter)], must: [this.#bounds(counted)] } };
    let found: FoundPassage[] = [];
    let after: SearchHit['sort'];
    for (let size = 4 * limit; ; size = Math.min(4 * size, 1000)) {
      const { hits } = await session.search({
        query,
        sort: BEST_FIRST,
        size,
        _source: false,
        docvalue_fields: ['words.passages'],
        ...(after === undefined ? null : { search_after: after }),
      });
      const candidates = hits.hits.map((hit) => this.#candidateOf(hit));
      found = best([...found, ...(await this.#passagesOf(candidates, counted))], limit);
      const last = candidates.at(-1);
      if (hits.hits.length < size || last === undefined) return found;
      if (found.length === limit && found[limit - 1].score > last.bound) return found;
      after = hits.hits[size - 1].sort;
    }
  }

  #bounds(counted: CountedQuery): Dsl {
    const { meaning, lexical } = this.#legs;
    const legs = [new WordsQuery(lexical, counted, 'passage').mixture(1)];
    if (meaning !== null) legs.push(meaning.mixture(1, MEANING_FLAG));
    const query = { bool: { should: legs, minimum_should_match: 1 } };
    const params = { ...SCORE_CURVE, flag: MEANING_FLAG, base: BASE, least: LEAST_SCORE_OF_WORDS - ROUNDING };
    return scored(query, BOUND_OF_PASSAGES, params, BASE);
  }

  #candidateOf(hit: SearchHit): Candidate {
    const { meaning } = this.#legs;
    const { scale } = this.#plan.semantic;
    const cosines = new Map(
      meaning === null ? [] : passagesOf(hit).map(({ passage, score }) => [passage, meaning.cosineOf(score)]),
    );
    const mixed = (hit._score ?? BASE) - BASE;
    const nearest = cosines.size === 0 ? 0 : meaningPart(Math.max(...cosines.values()), scale);
    const words = mixed - nearest;
    return {
      id: hit._id,
      cosines,
      words: words < NO_WORDS ? 0 : words,
      isDivided: Number(hit.fields?.['words.passages']?.[0] ?? 1) > 1,
      bound: scoreOfParts(mixed) + ROUNDING,
    };
  }

  async #passagesOf(candidates: readonly Candidate[], counted: CountedQuery): Promise<FoundPassage[]> {
    const { stored, session } = this.#legs.tools;
    const divided = candidates.filter(({ isDivided, words }) => isDivided && words > 0);
    const textOf = new Map<string, DividedText | null>();
    for (let start = 0; start < divided.length; start += READ_AT_ONCE) {
      session.check();
      const ids = divided.slice(start, start + READ_AT_ONCE).map(({ id }) => id);
      const texts = await stored.getMany(ids, ['document', 'passages']);
      for (const [i, id] of ids.entries()) textOf.set(id, texts[i]);
    }
    const weighed = weighedWords(counted);
    const found: FoundPassage[] = [];
    // One after the other: who has waited long enough is not kept by texts that nobody looks at any more.
    for (const candidate of candidates) {
      session.check();
      const text = textOf.get(candidate.id) ?? null;
      if (text === null) found.push(...this.#inOneText(candidate));
      else found.push(...this.#inPassages(candidate, await this.#agreements(text, weighed)));
    }
    return found;
  }

  #agreements({ document, passages }: DividedText, counted: WeighedWords): Promise<Float64Array> {
    const { lexical, tools } = this.#legs;
    const { title, content, language } = document;
    const starts = passages.slice(1).map(({ start }) => start);
    return tools.scoreDivided({
      document: { title, content, language },
      starts,
      counted,
      verbatim: lexical.verbatim,
    });
  }

  /** The words are those of the document's only passage. */
  #inOneText({ id, cosines, words }: Candidate): FoundPassage[] {
    const { scale } = this.#plan.semantic;
    if (cosines.size === 0) {
      const score = scoreOfParts(words);
      return score < LEAST_SCORE_OF_WORDS ? [] : [{ id, passage: 0, score }];
    }
    return Array.from(cosines, ([passage, cosine]) => ({
      id,
      passage,
      score: words === 0 ? scoreOf(cosine, scale) : scoreOfParts(words + meaningPart(cosine, scale)),
    }));
  }

  #inPassages({ id, cosines }: Candidate, agreements: Float64Array): FoundPassage[] {
    return Array.from(agreements, (agreement, passage) => ({
      agreement,
      passage,
      cosine: cosines.get(passage) ?? null,
    }))
      .filter(({ agreement, cosine }) => cosine !== null || scoreOfWords(agreement) >= LEAST_SCORE_OF_WORDS)
      .map(({ passage, ...match }) => ({ id, passage, score: scoreOfPassage(match, this.#plan.semantic.scale) }));
  }
}

/** What a cosine contributes to the score of a passage. */
function meaningPart(cosine: number, scale: ScoreScale): number {
  return strengthOfCosine(cosine, scale) ** STRENGTH.order;
}

/** The score of the parts that words and meaning contribute. */
function scoreOfParts(sum: number): number {
  return scoreOfStrength(sum ** (1 / STRENGTH.order));
}
