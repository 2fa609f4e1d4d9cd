import type { SemanticQuery } from '../../engine.js';
import { cosineOf, SCORE_CURVE } from '../../ranking/ranking.js';
import { allOf, type Dsl } from '../query/dsl.js';
import type { QueryTools } from '../query/query-tools.js';
import { MIXTURE_OF_COSINE, SCORE_OF_COSINE, scored } from '../scripts.js';
import { type ComparedPassages, passagesQuery } from './passages-query.js';

/** Scores documents by the meaning of their passages. */
export class MeaningQuery {
  /** Whether passages may be missing because vectors are looked up in an index. */
  readonly isApproximate: boolean;
  readonly #query: Dsl;
  readonly #params: Dsl;

  private constructor(
    query: SemanticQuery,
    { query: near, shift }: { query: Dsl; shift: number },
    approximately: boolean,
  ) {
    this.#query = near;
    this.#params = { shift, ...query.scale };
    this.isApproximate = approximately;
  }

  /** Null if no document has vectors of the space. `passages` of each hit are returned, best first. */
  static async of(query: SemanticQuery, tools: QueryTools, passages: number): Promise<MeaningQuery | null> {
    const field = await tools.state.vectorField(query.space);
    if (field === null) return null;
    const approximately = tools.state.passages > tools.exactVectors;
    const above = cosineOf(query.cutoff, query.scale);
    const compared = (name: string, vectors: ComparedPassages['vectors']) =>
      passagesQuery({ vectors, field, above, approximately, passages: { name, count: passages } });
    const forAll = compared('all', [query.vector, ...(query.furtherVectors ?? [])]);
    const forSome = (query.ofLanguages ?? []).map(({ language, vector }) =>
      inLanguage(compared(language, [vector]).query, language),
    );
    const near = forSome.length === 0 ? forAll.query : { dis_max: { queries: [forAll.query, ...forSome] } };
    return new MeaningQuery(query, { query: near, shift: forAll.shift }, approximately);
  }

  /** The documents above the cutoff, with scores of 0 to 100. */
  score(): Dsl {
    return scored(this.#query, SCORE_OF_COSINE, this.#params);
  }

  /** The same documents, with the part that meaning contributes to a mixture; `flag` is added to it. */
  mixture(share: number, flag = 0): Dsl {
    return scored(this.#query, MIXTURE_OF_COSINE, { ...this.#params, ...SCORE_CURVE, share, flag });
  }

  /** The cosine of a passage, from its score in `passagesOf`. */
  cosineOf(score: number): number {
    return score - (this.#params.shift as number);
  }
}

function inLanguage(query: Dsl, language: string): Dsl {
  return { bool: { must: [query], filter: [allOf([{ term: { language } }])] } };
}
