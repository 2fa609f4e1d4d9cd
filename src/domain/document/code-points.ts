/** The length of a text as requests count it: in Unicode code points, so that an emoji is one and not two. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHighSurrogate(text.charCodeAt(i)) && isLowSurrogate(text.charCodeAt(i + 1))) {
      count--;
      i++;
    }
  }
  return count;
}

/** At most `units` UTF-16 units of a text, never half a character, with an ellipsis where something was left out. */
export function clip(text: string, units: number): string {
  if (text.length <= units) return text;
  const end = isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : units;
  return `${text.slice(0, end)}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
