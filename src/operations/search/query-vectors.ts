import type { Language } from '../../domain/document/language.js';
import type { Embedder, Embedding } from '../../inference/embedder.js';
import { meanDirection } from '../../inference/text-meaning.js';
import { equalParts, queryPieces } from '../../text/query/query-pieces.js';

interface QueryVectors {
  /** For each language asked for: the vector of the query, then those of its pieces if it is long. */
  inLanguages: Float32Array[][];
  /** The tokens of the query that were read. */
  tokens: number;
}

/** What every bundled encoder reads of a text. */
const TOKENS_READ = 256;
/** Some pieces have more tokens per word than others. */
const TOKENS_OF_A_PART = 200;
/** More than 10,000 characters of ordinary text have, in any script. */
const MOST_PIECES = 64;
/** Each is compared with every passage. Neighbouring pieces share one where there are more. */
const MOST_VECTORS = 16;

/**
 * The vectors of a query, embedded for each language. Encoders read the beginning of a text, so a long query is embedded in
 * pieces too: what it asks may be anywhere in it.
 */
export async function queryVectors(
  query: string,
  languages: readonly (Language | null)[],
  embedder: Embedder,
): Promise<QueryVectors> {
  const whole = await embedFor(languages, [query], embedder);
  const [[{ tokens }]] = whole;
  if (whole.every(([one]) => one.tokens <= TOKENS_READ)) {
    return { inLanguages: whole.map(([{ vector }]) => [vector]), tokens };
  }
  const pieces = await embedFor(languages, await piecesOf(query, languages[0], embedder), embedder);
  const read = pieces[0].reduce((sum, piece) => sum + piece.tokens, 0);
  return {
    inLanguages: whole.map(([{ vector }], i) => [vector, ...vectorsOf(pieces[i])]),
    tokens: Math.min(tokens, read),
  };
}

/** For each language the embeddings of all texts. */
async function embedFor(
  languages: readonly (Language | null)[],
  texts: readonly string[],
  embedder: Embedder,
): Promise<Embedding[][]> {
  const embeddings = await embedder.embed(
    languages.flatMap((language) => texts.map((text) => ({ text, language, kind: 'query' as const }))),
  );
  return languages.map((_, i) => embeddings.slice(i * texts.length, (i + 1) * texts.length));
}

/** Pieces that encoders read to their end. Of too many, those that are spread evenly, from the first to the last. */
async function piecesOf(query: string, language: Language | null, embedder: Embedder): Promise<string[]> {
  const pieces = queryPieces(query, language ?? 'en');
  const tokens = await embedder.countTokens(pieces.map((text) => ({ text, language, kind: 'query' as const })));
  const short = pieces.flatMap((piece, i) =>
    tokens[i] > TOKENS_READ ? equalParts(piece, Math.ceil(tokens[i] / TOKENS_OF_A_PART)) : [piece],
  );
  if (short.length <= MOST_PIECES) return short;
  return Array.from({ length: MOST_PIECES }, (_, i) => short[Math.round((i * (short.length - 1)) / (MOST_PIECES - 1))]);
}

function vectorsOf(pieces: readonly Embedding[]): Float32Array[] {
  const together = Math.ceil(pieces.length / MOST_VECTORS);
  return Array.from({ length: Math.ceil(pieces.length / together) }, (_, i) =>
    meanDirection(pieces.slice(i * together, (i + 1) * together).map(({ vector }) => vector)),
  );
}
