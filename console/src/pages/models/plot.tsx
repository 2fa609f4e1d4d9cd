import type { ReactNode } from 'react';
import styles from './pictures.module.css';

const SIZE = 320;
const MARGIN = { left: 58, right: 24, top: 14, bottom: 46 };

export interface PlotScale {
  from: number;
  to: number;
  x: (value: number) => number;
  y: (value: number) => number;
}

/** Both axes from the same number to the same number. */
export function scaleOf(from: number, to: number): PlotScale {
  const share = (value: number) => (to === from ? 0.5 : (value - from) / (to - from));
  return {
    from,
    to,
    x: (value) => MARGIN.left + share(value) * (SIZE - MARGIN.left - MARGIN.right),
    y: (value) => SIZE - MARGIN.bottom - share(value) * (SIZE - MARGIN.top - MARGIN.bottom),
  };
}

interface PlotProps {
  /** What there is to see, for those who don't. */
  label: string;
  scale: PlotScale;
  ticks: readonly number[];
  format: (value: number) => string;
  xTitle: string;
  yTitle: string;
  children: ReactNode;
}

/** A square in which the diagonal is perfection. */
export function Plot({ label, scale, ticks, format, xTitle, yTitle, children }: PlotProps) {
  const { from, to, x, y } = scale;
  const middle = (from + to) / 2;
  return (
    <svg className={styles.plot} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.grid} x1={x(tick)} x2={x(tick)} y1={y(from)} y2={y(to)} />
          <line className={styles.grid} x1={x(from)} x2={x(to)} y1={y(tick)} y2={y(tick)} />
          <text className={styles.tick} x={x(tick)} y={y(from) + 16} textAnchor="middle">
            {format(tick)}
          </text>
          <text className={styles.tick} x={x(from) - 8} y={y(tick) + 4} textAnchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      <line className={styles.diagonal} x1={x(from)} y1={y(from)} x2={x(to)} y2={y(to)} />
      <text className={styles.axis} x={x(middle)} y={SIZE - 8} textAnchor="middle">
        {xTitle}
      </text>
      <text className={styles.axis} textAnchor="middle" transform={`translate(12 ${y(middle)}) rotate(-90)`}>
        {yTitle}
      </text>
      {children}
    </svg>
  );
}
