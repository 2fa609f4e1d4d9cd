import { useEffect, useRef } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { TimeSeries } from './time-series.js';

const HEIGHT = 170;
/** A value without neighbours has no line that leads the eye to it. */
const LONELY_POINT_SIZE = 8;
const AXIS_WIDTH = 64;
const AXIS_HEIGHT = 26;
const DAY_SECONDS = 86_400;
const FONT = '12px ui-sans-serif, system-ui, sans-serif';

interface TimePlotProps {
  /** In milliseconds. */
  times: readonly number[];
  series: readonly TimeSeries[];
  formatValue: (value: number) => string;
  /** The place in `times` under the pointer; null if there is none. */
  onPoint: (place: number | null) => void;
}

/** The drawing of a chart. */
export default function TimePlot({ times, series, formatValue, onPoint }: TimePlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const latest = useRef({ times, series, formatValue, onPoint });
  latest.current = { times, series, formatValue, onPoint };
  useEffect(() => {
    const element = place.current!;
    const drawn = new Plot(
      optionsFor(element, latest.current.series.length, {
        formatValue: (value) => latest.current.formatValue(value),
        onPoint: (index) => latest.current.onPoint(index),
      }),
      dataOf(latest.current),
      element,
    );
    plot.current = drawn;
    const sizes = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
    sizes.observe(element);
    const stopWatching = onThemeChange(() => drawn.redraw(false, true));
    return () => {
      stopWatching();
      sizes.disconnect();
      drawn.destroy();
    };
  }, []);
  useEffect(() => plot.current?.setData(dataOf({ times, series })), [times, series]);
  return <div ref={place} />;
}

interface Callbacks {
  formatValue: (value: number) => string;
  onPoint: (place: number | null) => void;
}

function optionsFor(element: HTMLElement, count: number, { formatValue, onPoint }: Callbacks): Plot.Options {
  const colour = (token: string) => () => colourOf(element, token);
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 20, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, sync: { key: 'time-charts' } },
    scales: { y: { range: (_, __, highest) => [0, highest > 0 ? highest * 1.1 : 1] } },
    axes: [
      {
        stroke: colour('--muted'),
        font: FONT,
        size: AXIS_HEIGHT,
        grid: { show: false },
        ticks: { show: false },
        values: (drawn, splits) => timeLabels(splits, drawn.scales.x!.max! - drawn.scales.x!.min!),
      },
      {
        stroke: colour('--muted'),
        font: FONT,
        size: AXIS_WIDTH,
        space: 36,
        grid: { stroke: colour('--line'), width: 1 },
        ticks: { show: false },
        incrs: stepsOfLabels,
        values: (_, splits) => splits.map(formatValue),
      },
    ],
    series: [
      {},
      ...Array.from({ length: count }, (_, index) => {
        const stroke = colour(`--series-${index + 1}`);
        return {
          stroke,
          width: 1.75,
          points: { show: true, size: LONELY_POINT_SIZE, stroke, fill: stroke, filter: lonelyPoints },
        };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}

const STEPS = Array.from({ length: 30 }, (_, i) => i - 12).flatMap((power) =>
  [1, 2, 5].map((step) => Number(`${step}e${power}`)),
);
const WHOLE_STEPS = STEPS.filter((step) => step >= 1);

/** The steps that labels of values may have: of what is counted there is no half. */
function stepsOfLabels({ data: [, ...series] }: Plot): number[] {
  const isCounted = series.every((values) =>
    Array.from(values).every((value) => value == null || Number.isInteger(value)),
  );
  return isCounted ? WHOLE_STEPS : STEPS;
}

/** The places of values without a neighbour, which are part of no line. */
function lonelyPoints({ data }: Plot, series: number): number[] {
  const values = data[series]!;
  const isThere = (place: number) => values[place] != null;
  return Array.from(values.keys()).filter((place) => isThere(place) && !isThere(place - 1) && !isThere(place + 1));
}

function dataOf({ times, series }: Pick<TimePlotProps, 'times' | 'series'>): Plot.AlignedData {
  return [times.map((time) => time / 1_000), ...series.map(({ values }) => [...values])];
}

const timeOfDay = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

function timeLabels(seconds: readonly number[], range: number): string[] {
  const format = range > 2 * DAY_SECONDS ? day : timeOfDay;
  return seconds.map((second) => format.format(second * 1_000));
}

/**
 * A canvas knows no custom properties, and theirs are not computed: the colour of an element is. A new element, because one that
 * is there already may be on its way from one colour to another.
 */
function colourOf(element: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    chosen.disconnect();
    system.removeEventListener('change', listener);
  };
}
