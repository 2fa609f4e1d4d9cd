import type { FacetResult, RangeBounds } from '@sextant/client';
import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { TextInput } from '../../design/field.js';
import { labelOf } from '../../shared/field-names.js';
import { formatDate, formatNumber } from '../../shared/format.js';
import { type Bucket, boundsOf, bucketsOf, isStartOf, type RangeField } from './buckets.js';
import { FacetGroup } from './facet-group.js';
import styles from './facets.module.css';
import { formatPlainNumber } from './filter-model.js';

interface RangeFacetProps {
  facet: RangeField;
  result: FacetResult;
  bounds: RangeBounds | null;
  onChange: (bounds: RangeBounds | null) => void;
}

const HEIGHT = 40;
const BAR = 10;

/** Numbers or dates as bars: click one or drag over several. The fields below say the same, for the keyboard and for exact bounds. */
export function RangeFacet({ facet, result, bounds, onChange }: RangeFacetProps) {
  const buckets = useMemo(() => bucketsOf(facet), [facet]);
  const counts = buckets.map((bucket) => countOf(result, bucket));
  const largest = Math.max(1, ...counts);
  const picture = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const placeOf = (event: PointerEvent) => {
    const { left, width } = picture.current!.getBoundingClientRect();
    const place = Math.floor(((event.clientX - left) / width) * buckets.length);
    return Math.min(buckets.length - 1, Math.max(0, place));
  };
  const finish = () => {
    if (drag === null) return;
    setDrag(null);
    const [first, last] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    onChange(boundsOf(buckets[first]!, buckets[last]!));
  };
  const label = labelOf(facet.field);
  return (
    <FacetGroup label={label}>
      <svg
        ref={picture}
        className={styles.bars}
        viewBox={`0 0 ${buckets.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: how many hits there are between ${nameOf(buckets[0]!.start)} and ${nameOf(buckets.at(-1)!.end)}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrag({ from: placeOf(event), to: placeOf(event) });
        }}
        onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: placeOf(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      >
        {drag !== null && (
          <rect
            className={styles.marked}
            x={Math.min(drag.from, drag.to) * BAR}
            width={(Math.abs(drag.to - drag.from) + 1) * BAR}
            height={HEIGHT}
          />
        )}
        <rect className={styles.ground} y={HEIGHT - 1} width={buckets.length * BAR} height="1" />
        {buckets.map((bucket, place) => {
          const height = counts[place] === 0 ? 0 : 2 + ((HEIGHT - 2) * counts[place]!) / largest;
          return (
            <g key={bucket.start}>
              <title>{`${nameOf(bucket.start)} to before ${nameOf(bucket.end)}: ${formatNumber(counts[place]!)}`}</title>
              <rect x={place * BAR} width={BAR} height={HEIGHT} fill="transparent" />
              <rect className={styles.bar} x={place * BAR + 1} width={BAR - 2} y={HEIGHT - height} height={height} />
            </g>
          );
        })}
      </svg>
      <Bounds facet={facet} label={label} bounds={bounds} onChange={onChange} />
    </FacetGroup>
  );
}

interface BoundsProps {
  facet: RangeField;
  label: string;
  bounds: RangeBounds | null;
  onChange: (bounds: RangeBounds | null) => void;
}

/** Both bounds as fields. What is written holds when the field is left or Enter is pressed. */
function Bounds({ facet, label, bounds, onChange }: BoundsProps) {
  const type = facet.kind === 'dates' ? 'date' : 'number';
  const lower = bounds?.gte ?? bounds?.gt;
  const upper = bounds?.lt ?? bounds?.lte;
  const read = (text: string) => (text === '' ? undefined : facet.kind === 'dates' ? text : Number(text));
  const field = (side: 'From' | 'Before', value: string | number | undefined, example: string | number) => (
    <TextInput
      // A new bound from outside begins a new field.
      key={`${side}${value}`}
      type={type}
      step="any"
      aria-label={`${label}: ${side.toLowerCase()}`}
      defaultValue={shownBound(value)}
      placeholder={type === 'number' ? String(example) : undefined}
      onBlur={(event) => {
        const bound = read(event.target.value);
        if (bound === read(shownBound(value))) return;
        onChange(side === 'From' ? { gte: bound, lt: upper } : { gte: lower, lt: bound });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
  return facet.kind === 'dates' ? (
    <div className={`${styles.bounds} ${styles.dates}`}>
      <span>from</span>
      {field('From', lower, facet.min)}
      <span>before</span>
      {field('Before', upper, facet.max)}
    </div>
  ) : (
    <div className={styles.bounds}>
      {field('From', lower, facet.min)}
      <span>to</span>
      {field('Before', upper, facet.max)}
    </div>
  );
}

/** A field for dates shows no time of day. */
function shownBound(value: string | number | undefined): string {
  return typeof value === 'string' ? value.slice(0, 10) : value === undefined ? '' : String(value);
}

function countOf(result: FacetResult, bucket: Bucket): number {
  if (result.type !== 'histogram' && result.type !== 'date_histogram') return 0;
  return result.values.find(({ value }) => isStartOf(bucket, value))?.count ?? 0;
}

function nameOf(bound: string | number): string {
  return typeof bound === 'number' ? formatPlainNumber(bound) : formatDate(bound);
}
