/** A part of a text, in UTF-16 units: `text.slice(start, end)`. */
export interface TextRange {
  start: number;
  end: number;
}
