const LONGEST_PART = 1_000;
const MOST_PARTS = 10;

/** A text in at most ten parts of at most 1,000 characters, as the API takes them, cut at the ends of paragraphs and sentences. */
export function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    for (const piece of sentencesTogether(paragraph.trim())) parts.push(piece);
  }
  return parts.slice(0, MOST_PARTS);
}

function sentencesTogether(paragraph: string): string[] {
  const pieces: string[] = [];
  let current = '';
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(paragraph)) {
    if (current.length + segment.length > LONGEST_PART && current !== '') {
      pieces.push(current.trim());
      current = '';
    }
    current += segment.slice(0, LONGEST_PART);
  }
  if (current.trim() !== '') pieces.push(current.trim());
  return pieces;
}
