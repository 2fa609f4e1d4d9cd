import type { Hit } from '../../engine.js';
import { hasBit } from '../segment/bitset.js';
import type { SegmentMatches } from '../sort/sorted-matches.js';
import type { HitToExplain, TextScorer } from './text-scorer.js';

/** Adds to the hits of a page how their scores came about. */
export function explainHits(hits: readonly Hit[], matches: readonly SegmentMatches[], search: TextScorer): Hit[] {
  const explained = new Map<string, Hit>();
  matches.forEach((part, number) => {
    const here = hits.flatMap((hit) => inSegment(hit, part)).sort((a, b) => a.document - b.document);
    if (here.length === 0) return;
    const explanations = search.explain?.(number, here) ?? [];
    explanations.forEach((explanation, i) => {
      const { hit } = here[i];
      explained.set(hit.id, { ...hit, explanation });
    });
  });
  return hits.map((hit) => explained.get(hit.id) ?? hit);
}

/** Other segments may have a former state of the document, which did not match: it has been deleted there. */
function inSegment(hit: Hit, { segment, bits }: SegmentMatches): (HitToExplain & { hit: Hit })[] {
  const document = segment.ids.find(hit.id);
  if (document < 0 || !hasBit(bits, document) || hit.score === null) return [];
  return [{ hit, document, score: hit.score }];
}
