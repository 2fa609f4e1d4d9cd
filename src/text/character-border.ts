const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Longer than any cluster that is written in earnest; an endless one (a letter under a thousand accents) is cut. */
const LONGEST_CLUSTER = 64;

/** The last place at or before `index` that parts two characters as people see them, never inside an emoji or accent. */
export function characterBorderBefore(text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  if (isPlain(text.charCodeAt(index - 1)) && isPlain(text.charCodeAt(index))) return index;
  const from = wholeCharacterEnd(text, Math.max(0, index - LONGEST_CLUSTER));
  const cluster = graphemes.segment(text.slice(from, index + LONGEST_CLUSTER)).containing(index - from);
  const start = cluster === undefined ? index : from + cluster.index;
  return start > from || from === 0 ? start : wholeCharacterEnd(text, index);
}

/** ASCII apart from control characters: never part of a cluster when its neighbour is ASCII too. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x7f;
}

/** `end`, or one less where that would cut a surrogate pair in half. */
export function wholeCharacterEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return cutsPair ? end - 1 : end;
}
