import type { Facet, FacetResult } from '../../../domain/facet/facet.js';
import type { Filter } from '../../../domain/filter/filter.js';
import { filterForFacet } from '../../facets/facet-filter.js';
import { type Dsl, MATCH_ALL } from '../query/dsl.js';
import { filterQuery } from '../query/filter-query.js';
import type { CountedTree, FacetAggregation, FacetRequest } from './counted.js';
import { datesFacet, numbersFacet, rangesFacet, statsFacet } from './number-facets.js';
import { termsFacet } from './terms-facet.js';

/** Asks for aggregations over the documents that a query matches before its filter. */
export type Aggregate = (aggregations: Dsl) => Promise<Record<string, CountedTree>>;

interface PlannedFacets {
  facets: readonly Facet[];
  filter: Filter | null;
  isOneShard: boolean;
}

/** The facets of a plan. Most are answered together with the hits; those with very many values take further requests. */
export class FacetQuestions {
  readonly #planned: PlannedFacets;
  readonly #first: readonly FacetAggregation[];

  constructor(planned: PlannedFacets) {
    this.#planned = planned;
    this.#first = planned.facets.map((facet) => facetAggregation({ facet, isOneShard: planned.isOneShard }));
  }

  /** Whether a facet counts documents that the filter of the plan rules out. */
  get ignoreFilter(): boolean {
    const { facets, filter } = this.#planned;
    return facets.some((facet) => filterForFacet(facet, filter) !== filter);
  }

  get aggregations(): Dsl {
    return Object.fromEntries(this.#first.map((one, i) => [nameOf(i), this.#ask(i, one)]));
  }

  read(counted: Record<string, CountedTree>, aggregate: Aggregate): Promise<FacetResult[]> {
    return Promise.all(
      this.#first.map((one, i) => {
        const result = one.read(counted[nameOf(i)]);
        return result === 'incomplete' ? this.#readInParts(i, counted[nameOf(i)], aggregate) : result;
      }),
    );
  }

  #ask(i: number, { aggregations }: FacetAggregation): Dsl {
    const { facets, filter } = this.#planned;
    const own = filterForFacet(facets[i], filter);
    return { filter: own === null ? MATCH_ALL : filterQuery(own), aggs: aggregations };
  }

  /** Values are spread over the parts by their hash. If one is still too large, more and smaller ones are read. */
  async #readInParts(i: number, counted: CountedTree, aggregate: Aggregate): Promise<FacetResult> {
    const { facets, isOneShard } = this.#planned;
    const facet = facets[i];
    for (let of = partsFor(counted); ; of *= 2) {
      const buckets: CountedTree['buckets'] = [];
      let isWhole = true;
      let last: CountedTree = counted;
      for (let number = 0; number < of && isWhole; number++) {
        const asked = facetAggregation({ facet, isOneShard, part: { number, of } });
        last = (await aggregate({ [nameOf(i)]: this.#ask(i, asked) }))[nameOf(i)];
        const { terms } = valuesOf(last);
        isWhole = (terms.sum_other_doc_count ?? 0) === 0;
        buckets.push(...(terms.buckets ?? []));
      }
      if (!isWhole) continue;
      Object.assign(valuesOf(last).terms, { buckets });
      const result = facetAggregation({ facet, isOneShard }).read(last);
      if (result !== 'incomplete') return result;
    }
  }
}

/** A few thousand values each, as far as the estimated number of values tells. */
function partsFor(counted: CountedTree): number {
  return Math.ceil((valuesOf(counted).distinct.value ?? 0) / 4000) + 1;
}

function valuesOf(counted: CountedTree): CountedTree {
  return (counted.entries ?? counted).values;
}

function nameOf(i: number): string {
  return `facet${i}`;
}

function facetAggregation(request: FacetRequest): FacetAggregation {
  const { facet } = request;
  switch (facet.type) {
    case 'terms':
      return termsFacet(facet, request);
    case 'range':
      return rangesFacet(facet);
    case 'histogram':
      return numbersFacet(facet);
    case 'date_histogram':
      return datesFacet(facet);
    case 'stats':
      return statsFacet(facet);
  }
}
