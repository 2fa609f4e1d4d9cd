import { describe, expect, it } from 'vitest';
import type { Figure } from '../support/recording.js';
import { renderGrowthPlot } from './growth-plot.js';

const figure = (size: number | undefined, value: number, other: number): Figure => ({
  name: 'search',
  measure: 'p50',
  unit: 'ms',
  value,
  size,
  alternatives: { 'loop <plain>': { value: other }, unplotted: { ratio: 3 } },
});
const PLOT = { alt: 'latency against documents', x: 'documents', series: 'measure' } as const;

/** Coordinates of each polyline. */
function linesOf(svg: string): number[][] {
  return [...svg.matchAll(/<polyline points="([^"]+)"/g)].map(([, points]) => points.split(/[ ,]/).map(Number));
}

describe('a plot of growth', () => {
  it('has a line for the figure and a dashed one for each alternative', () => {
    const svg = renderGrowthPlot([figure(1000, 1, 10), figure(100_000, 100, 1000)], PLOT);
    expect(linesOf(svg)).toHaveLength(2);
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
    expect(svg).toContain('>p50</text>');
    expect(svg).toContain('>loop &lt;plain&gt;</text>');
  });

  it('draws sizes in their order, whatever the order of the figures', () => {
    const figures = [figure(100_000, 100, 1000), figure(1000, 1, 10), figure(10_000, 10, 100)];
    const [[x1, y1, x2, y2, x3, y3]] = linesOf(renderGrowthPlot(figures, PLOT));
    expect(x2 - x1).toBeCloseTo(x3 - x2, 0);
    expect(y1 - y2).toBeCloseTo(y2 - y3, 0);
    expect(x1 < x2 && y1 > y2).toBe(true);
  });

  it('leaves out figures without a size and lines of a single point', () => {
    const lonely = { ...figure(1000, 5, 6), measure: 'other', alternatives: {} };
    const svg = renderGrowthPlot([figure(1000, 1, 10), figure(10_000, 2, 20), figure(undefined, 7, 70), lonely], PLOT);
    expect(linesOf(svg)).toHaveLength(2);
    expect(svg).not.toContain('>other</text>');
  });

  it('is refused where nothing grows', () => {
    expect(() => renderGrowthPlot([figure(1000, 1, 10)], PLOT)).toThrow('no figure has two sizes');
  });

  it('names lines by row where rows are the series', () => {
    const svg = renderGrowthPlot([figure(1000, 1, 10), figure(10_000, 2, 20)], { ...PLOT, series: 'name' });
    expect(svg).toContain('>search</text>');
    expect(svg).toContain('>loop &lt;plain&gt;, search</text>');
  });
});
