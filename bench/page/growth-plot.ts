import type { Figure } from '../support/recording.js';
import type { Plot } from './contents.js';
import { formatNumber } from './format.js';

interface Line {
  label: string;
  isAlternative: boolean;
  points: { x: number; y: number }[];
}

const WIDTH = 720;
const HEIGHT = 380;
const FRAME = { left: 70, right: 250, top: 34, bottom: 50 };
const COLORS = ['#1f5fa8', '#2a9d8f', '#7b4fa3', '#c8553d', '#8a6d1d', '#5a5a5a'];
/** Labels at the ends of lines are kept this far apart. */
const LABEL_HEIGHT = 16;

/** An SVG file with both axes logarithmic, so that growth by a power of the size is a straight line. */
export function renderGrowthPlot(figures: readonly Figure[], plot: Plot): string {
  const lines = linesOf(figures, plot);
  if (lines.length === 0) throw new Error(`Nothing to plot for "${plot.alt}": no figure has two sizes.`);
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const ys = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const toX = logScale(xs, FRAME.left, WIDTH - FRAME.right);
  const decades = {
    low: 10 ** Math.floor(Math.log10(Math.min(...ys))),
    high: 10 ** Math.ceil(Math.log10(Math.max(...ys))),
  };
  const toY = logScale([decades.low, decades.high], HEIGHT - FRAME.bottom, FRAME.top);
  const { unit } = figures.find(({ size }) => size !== undefined)!;
  const heights = labelHeights(lines.map(({ points }) => toY(points.at(-1)!.y)));
  const parts = [
    ...horizontalGrid(decades).flatMap((y) => [
      `<line x1="${FRAME.left}" y1="${at(toY(y))}" x2="${WIDTH - FRAME.right}" y2="${at(toY(y))}" stroke="#dddddd"/>`,
      text(FRAME.left - 8, toY(y) + 4, formatNumber(y, unit), 'end'),
    ]),
    ...[...new Set(xs)].map((x) => text(toX(x), HEIGHT - FRAME.bottom + 20, x.toLocaleString('en-US'), 'middle')),
    text((FRAME.left + WIDTH - FRAME.right) / 2, HEIGHT - 10, plot.x, 'middle'),
    text(FRAME.left - 8, FRAME.top - 16, unit, 'end'),
    ...lines.flatMap((line, i) => renderLine(line, { color: COLORS[i % COLORS.length], labelY: heights[i], toX, toY })),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(plot.alt)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

/** Figures that have a size, by row or column, and each of their alternatives as a line of its own. */
function linesOf(figures: readonly Figure[], { series }: Plot): Line[] {
  const lines = new Map<string, Line>();
  const addPoint = (label: string, isAlternative: boolean, point: { x: number; y: number }) => {
    const line = lines.get(label) ?? { label, isAlternative, points: [] };
    line.points.push(point);
    lines.set(label, line);
  };
  for (const figure of figures) {
    const { size, value, alternatives = {} } = figure;
    if (size === undefined) continue;
    addPoint(figure[series], false, { x: size, y: value });
    for (const [name, { value: other }] of Object.entries(alternatives)) {
      const label = series === 'name' ? `${name}, ${figure.name}` : name;
      if (other !== undefined) addPoint(label, true, { x: size, y: other });
    }
  }
  const drawn = [...lines.values()].map((line) => ({ ...line, points: line.points.sort((a, b) => a.x - b.x) }));
  return drawn.filter(({ points }) => points.length > 1);
}

function logScale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [low, high] = [Math.log10(Math.min(...values)), Math.log10(Math.max(...values))];
  return (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from);
}

function horizontalGrid({ low, high }: { low: number; high: number }): number[] {
  const decades = Math.round(Math.log10(high / low));
  return Array.from({ length: decades + 1 }, (_, i) => Number((low * 10 ** i).toPrecision(1)));
}

/** Moves labels down where they would overlap with the one above. */
function labelHeights(wanted: readonly number[]): number[] {
  const heights = [...wanted];
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  order.forEach((label, rank) => {
    if (rank > 0) heights[label] = Math.max(heights[label], heights[order[rank - 1]] + LABEL_HEIGHT);
  });
  return heights;
}

function renderLine(
  { label, isAlternative, points }: Line,
  {
    color,
    labelY,
    toX,
    toY,
  }: { color: string; labelY: number; toX: (x: number) => number; toY: (y: number) => number },
): string[] {
  const places = points.map(({ x, y }) => ({ x: toX(x), y: toY(y) }));
  const path = places.map(({ x, y }) => `${at(x)},${at(y)}`).join(' ');
  const dashes = isAlternative ? ' stroke-dasharray="5 4"' : '';
  return [
    `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"${dashes}/>`,
    ...places.map(({ x, y }) => `<circle cx="${at(x)}" cy="${at(y)}" r="3" fill="${color}"/>`),
    text(WIDTH - FRAME.right + 10, labelY + 4, label, 'start', color),
  ];
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end', color = '#333333'): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" fill="${color}">${escaped(content)}</text>`;
}

function at(coordinate: number): string {
  return String(Number(coordinate.toFixed(1)));
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
