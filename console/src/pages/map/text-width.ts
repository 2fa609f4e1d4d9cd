const ruler = document.createElement('canvas').getContext('2d')!;
const widths = new Map<string, number>();

/** How wide a text is drawn, in pixels. `font` is as in CSS, without the family, which is that of the page. */
export function textWidth(text: string, font: string): number {
  const key = `${font} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  ruler.font = `${font} ${getComputedStyle(document.body).fontFamily}`;
  const { width } = ruler.measureText(text);
  widths.set(key, width);
  return width;
}
