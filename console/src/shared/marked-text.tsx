/** What the service puts around matches: characters for private use, which texts don't have. */
export const MATCH_TAGS = { pre_tag: '\uE0F1', post_tag: '\uE0F2' };

const PIECES = /\uE0F1([^\uE0F2]*)\uE0F2/g;
const STRAY_TAGS = /[\uE0F1\uE0F2]/g;

/** A text of a hit. Its matches, between `MATCH_TAGS`, become marks; everything stays text, whatever the author wrote. */
export function MarkedText({ text }: { text: string }) {
  // Splitting by a pattern with one group gives what is outside and what is inside in turn.
  return text
    .split(PIECES)
    .map((piece, index) => piece.replace(STRAY_TAGS, '') && pieceOf(piece.replace(STRAY_TAGS, ''), index));
}

function pieceOf(piece: string, index: number) {
  return index % 2 === 0 ? piece : <mark key={index}>{piece}</mark>;
}
