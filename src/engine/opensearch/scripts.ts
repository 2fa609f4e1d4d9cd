import type { Dsl } from './query/dsl.js';

// The scripts that score in the cluster, in its language (Painless). What varies comes in `params`, so that each is compiled
// once. They are the formulas of `engine/ranking`, which explains them: a change there belongs here as well.
// A whole number in `params` is an integer there: a quotient needs a double on one side.
// `_score` is what the query inside has scored. The cluster takes no negative scores, and drops what is below `min_score`.

interface Script {
  source: string;
  lang: 'painless';
}

const painless = (source: string): Script => ({ source, lang: 'painless' });

export function scored(query: Dsl, script: Script, params: object, minScore?: number): Dsl {
  const least = minScore === undefined ? null : { min_score: minScore };
  return { script_score: { query, script: { ...script, params }, ...least } };
}

/** BM25's length normalisation of occurrences in one field: `1 - b + b · length / average`, up to a limit. */
export const COUNT_IN_FIELD = painless(`
double shortest = params.shortest;
double perWord = params.perWord;
double longest = params.longest;
return _score / Math.min(shortest + perWord * doc[params.length].value, longest);
`);

/**
 * What a word earns, as a share of the weight of all words. The flag is added where the document has the word exactly as it is
 * written.
 */
export const WORTH_OF_WORD = painless(`
double count = _score - params.flag;
if (count < 0) {
  count = _score;
  return params.formsLeast + params.formsMore * (count / (count + params.formsK1));
}
return params.exactLeast + params.exactMore * (count / (count + params.exactK1));
`);

/** What typos of a word earn. */
export const WORTH_OF_TYPOS = painless(`
return params.weight * (_score / (_score + params.k1));
`);

/** The score of the query inside, to drop documents by it. */
export const SAME_SCORE = painless('return _score;');

/**
 * Agreement (0–1) of a document's words, from the sum of what they earn (0–1), to which flags were added: where the document
 * has the query's words in a row, and where it has more than typos.
 */
const AGREEMENT = `
double agreementOf(double flagged, Map params) {
  double sum = flagged;
  boolean verbatim = sum >= params.verbatimFlag;
  if (verbatim) sum -= params.verbatimFlag;
  boolean more = sum >= params.moreFlag;
  if (more) sum -= params.moreFlag;
  double part = Math.min(1, Math.sqrt(Math.max(0, sum) * (more ? 1 : params.typoOnlyFactor)));
  double agreement = params.stretch < 0
    ? part * (1 + params.stretch - params.stretch * part)
    : part * Math.sqrt((1 + params.stretch) / (1 + params.stretch * part * part));
  return verbatim ? agreement + params.lift * (1 - agreement) : agreement;
}
`;

/** The score (0–100) of a strength: see STRENGTH. */
const SCORE_OF_STRENGTH = `
double scoreOfStrength(double strength, Map params) {
  return 100 / (1 + Math.exp(-params.leastLogit - params.span * strength));
}
`;

export const SCORE_OF_WORDS = painless(`${AGREEMENT}${SCORE_OF_STRENGTH}
return scoreOfStrength(Math.pow(agreementOf(_score, params), params.agreementExponent), params);
`);

/** The words' part of a mixture: their share of the fourth power of the strength. */
export const MIXTURE_OF_WORDS = painless(`${AGREEMENT}
return params.share * Math.pow(agreementOf(_score, params), 4 * params.agreementExponent);
`);

/** The score (0–100) of a cosine. `_score` is the cosine and `shift`. */
export const SCORE_OF_COSINE = painless(`
return 100 / (1 + Math.exp(-params.steepness * (_score - params.shift - params.middle)));
`);

/** The meaning's part of a mixture. `flag` is added so that it can be told from nothing. */
export const MIXTURE_OF_COSINE = painless(`
double logit = params.steepness * (_score - params.shift - params.middle);
double strength = Math.max(0, (logit - params.leastLogit) / params.span);
return params.flag + params.share * Math.pow(strength, 4);
`);

/** The score (0–100) of a mixture: the parts are added up in `_score`. */
export const SCORE_OF_MIXTURE = painless(`${SCORE_OF_STRENGTH}
return scoreOfStrength(Math.sqrt(Math.sqrt(_score)), params);
`);

/**
 * The parts of words and meaning in the best that a passage of a document can score, added up. A document in which only words
 * match must score `least` by them.
 */
export const BOUND_OF_PASSAGES = painless(`${SCORE_OF_STRENGTH}
boolean meaning = _score >= params.flag;
double mixed = Math.max(0, meaning ? _score - params.flag : _score);
boolean enough = meaning || scoreOfStrength(Math.sqrt(Math.sqrt(mixed)), params) >= params.least;
return enough ? params.base + mixed : 0;
`);

/** Sorts pinned documents before all others, in their order. */
export const PLACE_AMONG_PINNED = painless(`
def place = params.places.get(doc['id'].value);
return place == null ? params.others : place;
`);

/** The score of a suggested title, from what the typed words have earned. */
export const SCORE_OF_SUGGESTION = painless(`
double shorter = (double) params.words / Math.max(1, doc['words.title_length'].value);
return 50 * (_score + params.short * Math.min(1, shorter)) / params.best + params.base;
`);

/** `copyScore` of two documents; `_score` is how many bytes of their signatures are the same. */
export const SCORE_OF_COPY = painless(`
double same = _score / params.bytes;
double agreement = Math.max(0, (same - 1.0 / 256) / (1 - 1.0 / 256));
long content = doc['words.content_length'].value;
double otherWords = Math.max(1, content < params.fewestWords ? content + doc['words.title_length'].value : content);
double shorter = Math.min(params.words, otherWords);
double longer = Math.max(params.words, otherWords);
double whole = 100 * (1 - Math.pow(1 - shorter / longer, params.missingExponent));
if (same == 1) return whole;
double containment = Math.min(1, (agreement / (1 + agreement)) * ((shorter + longer) / shorter));
double kept = Math.pow(containment, 1.0 / params.wordsInShingle);
double evidence = shorter / (shorter + params.doubtfulWords);
double progress = Math.min(1, Math.max(0, (shorter - params.statement) / (params.text - params.statement)));
double most = params.mostForStatement + (100 - params.mostForStatement) * progress;
return Math.min(most, whole * Math.pow(kept, params.exponent) * evidence);
`);

/** The number of the bucket that a value falls into: see `histogramBucket`. */
export const BUCKET_NUMBER = painless(`
double quotient = doc['metadata.number'].value / params.interval;
double nearest = Math.floor(quotient + 0.5);
boolean whole = Math.abs(quotient - nearest) <= 1e-12 * Math.max(1, Math.abs(quotient));
return (long) (whole ? nearest : Math.floor(quotient));
`);
