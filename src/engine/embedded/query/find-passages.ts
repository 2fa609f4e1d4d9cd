import { compareText } from '../../../domain/document/code-points.js';
import type { FoundPassage, PassagePlan } from '../../engine.js';
import { analysePassageWords } from '../../query/analyse-query.js';
import { LEAST_SCORE_OF_WORDS } from '../../ranking/ranking.js';
import { scoreOfPassage, scoreOfWords } from '../../ranking/score-mixture.js';
import { documentsInScope, narrowByFilter } from '../filter/narrow-by-filter.js';
import type { LiveSegment } from '../index/live-segments.js';
import { LexicalScorer } from '../lexical/score-lexical.js';
import { addBit, type Bitset, documentsOf, emptyBitset, hasBit, intersect } from '../segment/bitset.js';
import type { Segment } from '../segment/segment.js';
import { SemanticScorer } from '../vectors/score-semantic.js';
import { BestPassages, type PassageInSegment } from './best-passages.js';
import type { QueryTools, ScopedSegment } from './text-scorer.js';

/** The passages that score best. Ties are broken by the id of the document, then by the number of the passage. */
export function findPassages(segments: readonly LiveSegment[], plan: PassagePlan, tools: QueryTools): FoundPassage[] {
  const { deadline } = tools;
  const scoped = segments.map((live) => ({
    segment: live.segment,
    scope: documentsInScope(live, plan.scope, deadline),
  }));
  const wanted = scoped.map(({ segment, scope }) => {
    const bits = scope.slice();
    if (plan.filter !== null) narrowByFilter(bits, plan.filter, { segment, deadline });
    return bits;
  });
  const search = new PassageSearch({ scoped, wanted, live: segments, tools }, plan);
  const idOf = ({ part, document }: PassageInSegment) => scoped[part].segment.ids.text(document);
  return search
    .best()
    .sort((a, b) => b.score - a.score || compareText(idOf(a), idOf(b)) || a.passage - b.passage)
    .slice(0, plan.limit)
    .map((found) => ({ id: idOf(found), passage: found.passage, score: found.score }));
}

interface PassageSearchContext {
  scoped: readonly ScopedSegment[];
  wanted: readonly Bitset[];
  live: readonly LiveSegment[];
  tools: QueryTools;
}

/** A document of several passages that has words of the query, before it is known which passages have them. */
interface UndecidedDocument {
  part: number;
  document: number;
  /** Of its passages above the cutoff, by their number. */
  cosines: ReadonlyMap<number, number>;
  /** No passage of it scores more. */
  bound: number;
}

/** Larger than the rounding error of a score: the kernel adds up 32-bit numbers. */
const ROUNDING = 0.01;
const NO_COSINES: ReadonlyMap<number, number> = new Map();

/**
 * Finds passages by words and by meaning. Words are counted in whole documents first. That gives the score of a document's only
 * passage, and a bound for several. Which of several passages has the words takes longer to find out, so it is done only
 * where the bound is among the best. The result is as exact as if it were done everywhere.
 */
class PassageSearch {
  readonly #plan: PassagePlan;
  readonly #context: PassageSearchContext;
  readonly #semantic: SemanticScorer;
  readonly #lexical: LexicalScorer | null;
  readonly #best: BestPassages;
  readonly #undecided: UndecidedDocument[] = [];

  constructor(context: PassageSearchContext, plan: PassagePlan) {
    const { tools, ...searched } = context;
    this.#plan = plan;
    this.#context = context;
    this.#best = new BestPassages(plan.limit);
    // Vectors first: other threads can scan them while this one looks for words.
    this.#semantic = new SemanticScorer({ ...searched, ...tools }, plan.semantic);
    const lexical = analysePassageWords(plan);
    this.#lexical = lexical && new LexicalScorer(context.scoped, lexical, tools, 'passage');
  }

  best(): PassageInSegment[] {
    this.#context.scoped.forEach((_, part) => {
      if (this.#lexical === null) this.#addByMeaning(part);
      else this.#addByBoth(part, this.#lexical);
    });
    if (this.#lexical !== null) this.#decide(this.#lexical);
    return this.#best.all();
  }

  #addByMeaning(part: number): void {
    this.#semantic.visit(part, (document, passage, cosine) =>
      this.#add({ part, document, passage, agreement: 0, cosine }),
    );
  }

  #addByBoth(part: number, lexical: LexicalScorer): void {
    const { segment } = this.#context.scoped[part];
    const { bits, agreement } = lexical.score(part);
    intersect(bits, this.#context.wanted[part]);
    const isDivided = dividedDocuments(segment);
    const added = emptyBitset(segment.documents);
    const cosines = new Map<number, Map<number, number>>();
    this.#semantic.visit(part, (document, passage, cosine) => {
      const hasWords = hasBit(bits, document);
      if (hasWords && isDivided(document)) {
        const known = cosines.get(document);
        if (known === undefined) cosines.set(document, new Map([[passage, cosine]]));
        else known.set(passage, cosine);
        return;
      }
      addBit(added, document);
      this.#add({ part, document, passage, agreement: hasWords ? agreement[document] : 0, cosine });
    });
    for (const document of documentsOf(bits)) {
      if (isDivided(document)) {
        this.#postpone({ part, document, cosines: cosines.get(document) ?? NO_COSINES }, agreement[document]);
      } else if (!hasBit(added, document)) {
        this.#add({ part, document, passage: 0, agreement: agreement[document], cosine: null });
      }
    }
  }

  #add({ agreement, cosine, ...place }: Omit<PassageInSegment, 'score'> & Match): void {
    if (cosine === null && scoreOfWords(agreement) < LEAST_SCORE_OF_WORDS) return;
    this.#best.add({ ...place, score: scoreOfPassage({ agreement, cosine }, this.#plan.semantic.scale) });
  }

  #postpone(document: Omit<UndecidedDocument, 'bound'>, agreement: number): void {
    const { cosines } = document;
    if (cosines.size === 0 && scoreOfWords(agreement) < LEAST_SCORE_OF_WORDS - ROUNDING) return;
    const cosine = cosines.size === 0 ? null : Math.max(...cosines.values());
    const bound = scoreOfPassage({ agreement, cosine }, this.#plan.semantic.scale) + ROUNDING;
    this.#undecided.push({ ...document, bound });
  }

  /** From the highest bound down, in steps that grow, until no other document can have one of the best passages. */
  #decide(lexical: LexicalScorer): void {
    const undecided = this.#undecided.sort((a, b) => b.bound - a.bound);
    let size = 4 * this.#plan.limit;
    for (let from = 0; from < undecided.length; size *= 4) {
      const least = this.#best.leastScore();
      const step = undecided.slice(from, from + size).filter(({ bound }) => bound >= least);
      if (step.length === 0) return;
      from += size;
      this.#context.scoped.forEach((_, part) => {
        const inPart = step.filter((one) => one.part === part).sort((a, b) => a.document - b.document);
        if (inPart.length > 0) this.#addPassages(part, inPart, lexical);
      });
    }
  }

  #addPassages(part: number, documents: readonly UndecidedDocument[], lexical: LexicalScorer): void {
    const agreements = lexical.scorePassages(
      part,
      documents.map(({ document }) => document),
    );
    documents.forEach(({ document, cosines }, i) => {
      agreements[i].forEach((agreement, passage) => {
        const cosine = cosines.get(passage) ?? null;
        this.#add({ part, document, passage, agreement, cosine });
      });
    });
  }
}

type Match = Parameters<typeof scoreOfPassage>[0];

/** Tells which documents have several passages. */
function dividedDocuments(segment: Segment): (document: number) => boolean {
  const starts = segment.divisions()?.entries?.entryStarts() ?? null;
  return (document) => starts !== null && starts[document] < starts[document + 1];
}
