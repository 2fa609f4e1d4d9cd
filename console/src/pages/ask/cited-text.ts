export type Piece = { text: string } | { citation: number };

const CITATION = /(?:\s|(?<![\p{L}\p{N}]))\[(\d{1,2})\]/gu;

/** An answer as text and citations. `[3]` is a citation only if there is a third source. */
export function piecesOf(answer: string, sources: number): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of answer.matchAll(CITATION)) {
    const citation = Number(match[1]);
    if (citation < 1 || citation > sources) continue;
    if (match.index > end) pieces.push({ text: answer.slice(end, match.index) });
    pieces.push({ citation });
    end = match.index + match[0].length;
  }
  if (end < answer.length) pieces.push({ text: answer.slice(end) });
  return pieces;
}
