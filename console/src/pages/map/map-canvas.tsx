import type { MapRegion } from '@sextant/client';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../design/button.js';
import { Failure } from '../../design/states.js';
import { formatNumber } from '../../shared/format.js';
import { type Camera, centredOn, fitted, type Place, type Size, toMap, toScreen, zoomedAt, zoomOf } from './camera.js';
import styles from './map-canvas.module.css';
import { placeLabels } from './place-labels.js';
import { PointGrid } from './point-grid.js';
import { pointSizeFor, type ShownPoints } from './shown-points.js';
import { useGestures } from './use-gestures.js';
import { usePointRenderer } from './use-point-renderer.js';

interface MapCanvasProps {
  points: ShownPoints;
  regions: readonly MapRegion[];
  isLasso: boolean;
  /** The opened point; null if none is. */
  open: number | null;
  onOpen: (point: number) => void;
  onSelect: (points: readonly number[]) => void;
  /** What is shown beside the point under the pointer. */
  tip: (point: number) => ReactNode;
}

/** How far from a point one may click, in pixels; farther by keyboard, which opens what is nearest to the middle. */
const REACH = 14;
const ZOOM_STEP = 1.6;
/** How closely a document is looked at that was opened from elsewhere. */
const OPEN_ZOOM = 3;

/** The map itself. Everything it shows is also in the lists beside it. */
export function MapCanvas({ points, regions, isLasso, open, onOpen, onSelect, tip }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, frame] = useSize();
  const [camera, setCamera] = useState<Camera>(() => fitted(size));
  const [hovered, setHovered] = useState<number | null>(null);
  const help = useId();
  const grid = useMemo(() => new PointGrid(points.x, points.y), [points.x, points.y]);
  const zoom = zoomOf(camera, size);
  const pointSize = pointSizeFor(points.ids.length, zoom);
  const failure = usePointRenderer(canvas, { points, camera, size, pointSize });
  const nearest = (at: Place) => grid.nearest(toMap(camera, size, at), (REACH + pointSize / 2) / camera.scale);
  const line = useGestures({
    canvas,
    size,
    setCamera,
    isLasso,
    onHover: (at) => setHovered(at === null ? null : nearest(at)),
    onClick: (at) => {
      const found = nearest(at);
      if (found !== null) onOpen(found);
    },
    onLasso: (drawn) => onSelect(grid.inside(drawn.map((at) => toMap(camera, size, at)))),
  });
  // The first size is a guess; and a window that has changed shows the whole map again.
  useEffect(() => setCamera(fitted(size)), [size]);
  useEffect(() => {
    if (open === null) return;
    const place = placeOf(points, open);
    setCamera((now) => (isInSight(toScreen(now, size, place), size) ? now : centredOn(now, size, place, OPEN_ZOOM)));
  }, [open, points, size]);

  const labels = placeLabels(regions, camera, size);
  const zoomBy = (factor: number) =>
    setCamera((now) => zoomedAt(now, size, { x: size.width / 2, y: size.height / 2 }, factor));
  return (
    <div ref={frame} className={styles.frame}>
      {failure !== null && <Failure error={failure} />}
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: keys move and zoom it, as the help says */}
      <canvas
        ref={canvas}
        className={isLasso ? `${styles.canvas} ${styles.lasso}` : styles.canvas}
        tabIndex={0}
        role="application"
        aria-label={`Map of ${formatNumber(points.ids.length)} documents`}
        aria-describedby={help}
      />
      <p id={help} className="visually-hidden">
        Arrow keys move the map, plus and minus zoom, zero shows all of it, Enter opens the document in the middle. The
        regions are listed beside the map, with their documents.
      </p>
      <div className={styles.overlay} aria-hidden="true">
        {labels.map(({ region, text, x, y }) => (
          <span
            key={`${region.level} ${region.x} ${region.y}`}
            className={region.level === 1 ? styles.largeLabel : styles.label}
            style={{ left: x, top: y }}
            dir="auto"
          >
            {text}
          </span>
        ))}
        {line !== null && (
          <svg className={styles.line} aria-hidden="true">
            <polygon points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
          </svg>
        )}
        {open !== null && <Ring at={toScreen(camera, size, placeOf(points, open))} />}
        <span className={styles.middle} />
      </div>
      {hovered !== null && hovered < points.ids.length && (
        <Tip at={toScreen(camera, size, placeOf(points, hovered))} size={size}>
          {tip(hovered)}
        </Tip>
      )}
      <div className={styles.zoom}>
        <IconButton icon="plus" label="Zoom in" variant="plain" isSmall onClick={() => zoomBy(ZOOM_STEP)} />
        <IconButton icon="minus" label="Zoom out" variant="plain" isSmall onClick={() => zoomBy(1 / ZOOM_STEP)} />
        <IconButton icon="fit" label="Show all" variant="plain" isSmall onClick={() => setCamera(fitted(size))} />
      </div>
    </div>
  );
}

function Ring({ at }: { at: Place }) {
  return <span className={styles.ring} style={{ left: at.x, top: at.y }} />;
}

/** Beside the point, on the side where there is more room. */
function Tip({ at, size, children }: { at: Place; size: Size; children: ReactNode }) {
  const isRight = at.x > size.width / 2;
  const side = isRight ? { right: size.width - at.x + REACH } : { left: at.x + REACH };
  return (
    <div className={styles.tip} style={{ ...side, top: Math.min(at.y, size.height - 48) }} role="status">
      {children}
    </div>
  );
}

function placeOf({ x, y }: ShownPoints, point: number): Place {
  return { x: x[point] ?? 0.5, y: y[point] ?? 0.5 };
}

function isInSight({ x, y }: Place, { width, height }: Size): boolean {
  return x > 0 && x < width && y > 0 && y < height;
}

function useSize(): [Size, React.RefObject<HTMLDivElement | null>] {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 800, height: 600 });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [size, frame];
}
