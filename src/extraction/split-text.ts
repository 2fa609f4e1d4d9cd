/** Where a text may be divided, the best place first. */
const BREAKS = ['\n\n', '\n', '. ', '。', ' '];

/**
 * Divides a text into parts of at most `maxBytes` of UTF-8, at the end of a paragraph, line or sentence if there is one in
 * the second half of the part.
 */
export function splitText(text: string, maxBytes: number): string[] {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return [text];
  const parts: string[] = [];
  let start = 0;
  while (start < text.length) {
    const limit = endWithin(text, start, maxBytes);
    const end = limit === text.length ? limit : breakBefore(text, start, limit);
    const part = text.slice(start, end).trim();
    if (part !== '') parts.push(part);
    start = end;
  }
  return parts;
}

/** The largest end so that `text.slice(start, end)` has at most `maxBytes` of UTF-8 and splits no character. */
function endWithin(text: string, start: number, maxBytes: number): number {
  let bytes = 0;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > maxBytes) return at;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

function breakBefore(text: string, start: number, limit: number): number {
  const earliest = start + (limit - start) / 2;
  for (const mark of BREAKS) {
    const at = text.lastIndexOf(mark, limit - mark.length);
    if (at > earliest) return at + mark.length;
  }
  return limit;
}
