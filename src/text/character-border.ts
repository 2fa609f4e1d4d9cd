const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Longer than any cluster that is written in earnest; an endless one (a letter under a thousand accents) is cut. */
const LONGEST_CLUSTER = 64;

/** The last place at or before `index` that parts two characters as people see them, never inside an emoji or accent. */
export function characterBorderBefore(text: string, index: number): number {
  if (index <= 0) return 0;
  if (index >= text.length) return text.length;
  if (standsAlone(text.charCodeAt(index))) return index;
  const from = wholeCharacterEnd(text, Math.max(0, index - LONGEST_CLUSTER));
  const cluster = graphemes.segment(text.slice(from, index + LONGEST_CLUSTER)).containing(index - from);
  const start = cluster === undefined ? index : from + cluster.index;
  return start > from || from === 0 ? start : wholeCharacterEnd(text, index);
}

/** The first place at or after `index` that parts two characters. */
export function characterBorderAfter(text: string, index: number): number {
  let border = index;
  while (border < text.length && characterBorderBefore(text, border) < border) border++;
  return border;
}

/** Letters and signs that always begin a character of their own. Asking the segmenter costs a hundred times as much. */
const STANDALONE =
  /^[ -~\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Han}가-힣ぁ-ゖァ-ヺЀ-ԯ]$/u;
const COMBINING = /^\p{M}$/u;
const standalone: boolean[] = [];

function standsAlone(unit: number): boolean {
  standalone[unit] ??= isStandalone(String.fromCharCode(unit));
  return standalone[unit];
}

function isStandalone(character: string): boolean {
  return STANDALONE.test(character) && !COMBINING.test(character);
}

/** `end`, or one less where that would cut a surrogate pair in half. */
export function wholeCharacterEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  const cutsPair = last >= 0xd800 && last <= 0xdbff && (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return cutsPair ? end - 1 : end;
}
