import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef, useState } from 'react';
import { type Camera, fitted, movedBy, type Place, type Size, zoomedAt } from './camera.js';

interface Gestures {
  canvas: RefObject<HTMLCanvasElement | null>;
  size: Size;
  setCamera: Dispatch<SetStateAction<Camera>>;
  /** Whether dragging draws a line around points instead of moving the map. */
  isLasso: boolean;
  onHover: (at: Place | null) => void;
  onClick: (at: Place) => void;
  /** A line was drawn, in pixels. */
  onLasso: (line: readonly Place[]) => void;
}

/** A pointer that moved less is a click. */
const CLICK_PIXELS = 4;
const KEY_PIXELS = 60;
const KEY_ZOOM = 1.35;
/** How much one step of a wheel zooms. */
const WHEEL = 0.0022;

/** Moving and zooming by mouse, touch and keyboard. Returns the line that is being drawn, if one is. */
export function useGestures(gestures: Gestures): readonly Place[] | null {
  const current = useRef(gestures);
  current.current = gestures;
  const [line, setLine] = useState<readonly Place[] | null>(null);
  const { canvas } = gestures;

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: false };
    const pointers = new Map<number, Place>();
    let moved = 0;
    let drawn: Place[] | null = null;
    const placeOf = (event: MouseEvent): Place => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    const draw = (next: Place[] | null) => {
      drawn = next;
      setLine(next);
    };

    const onDown = (event: PointerEvent) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      const at = placeOf(event);
      pointers.set(event.pointerId, at);
      moved = pointers.size > 1 ? Number.POSITIVE_INFINITY : 0;
      draw(current.current.isLasso && pointers.size === 1 ? [at] : null);
    };
    const onMove = (event: PointerEvent) => {
      const at = placeOf(event);
      const before = pointers.get(event.pointerId);
      if (before === undefined) {
        if (event.pointerType === 'mouse') current.current.onHover(at);
        return;
      }
      const by = { x: at.x - before.x, y: at.y - before.y };
      moved += Math.hypot(by.x, by.y);
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      pointers.set(event.pointerId, at);
      if (drawn !== null) return draw([...drawn, at]);
      current.current.onHover(null);
      current.current.setCamera((camera) =>
        others[0] === undefined
          ? movedBy(camera, by)
          : pinched(camera, current.current.size, { before, at, other: others[0] }),
      );
    };
    const onUp = (event: PointerEvent) => {
      if (!pointers.delete(event.pointerId)) return;
      const finished = drawn;
      draw(null);
      if (event.type === 'pointercancel') return;
      if (moved < CLICK_PIXELS) current.current.onClick(placeOf(event));
      else if (finished !== null && finished.length > 2) current.current.onLasso(finished);
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const factor = Math.exp(-event.deltaY * lines * WHEEL);
      current.current.setCamera((camera) => zoomedAt(camera, current.current.size, placeOf(event), factor));
    };
    element.addEventListener('pointerdown', onDown, options);
    element.addEventListener('pointermove', onMove, options);
    element.addEventListener('pointerup', onUp, options);
    element.addEventListener('pointercancel', onUp, options);
    element.addEventListener('pointerleave', () => current.current.onHover(null), options);
    element.addEventListener('wheel', onWheel, options);
    element.addEventListener('keydown', (event) => onKey(event, current.current), options);
    return () => listening.abort();
  }, [canvas]);
  return line;
}

/** Two fingers: what is between them stays between them. */
function pinched(camera: Camera, size: Size, { before, at, other }: Record<'before' | 'at' | 'other', Place>): Camera {
  const distance = (place: Place) => Math.max(1, Math.hypot(place.x - other.x, place.y - other.y));
  const middle = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 };
  const shifted = movedBy(camera, { x: (at.x - before.x) / 2, y: (at.y - before.y) / 2 });
  return zoomedAt(shifted, size, middle, distance(at) / distance(before));
}

function onKey(event: KeyboardEvent, { setCamera, size, onClick }: Gestures): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const middle = { x: size.width / 2, y: size.height / 2 };
  if (event.key === 'Enter') onClick(middle);
  else if (cameraAfter(event.key, fitted(size), size) === null) return;
  else setCamera((camera) => cameraAfter(event.key, camera, size) ?? camera);
  event.preventDefault();
}

/** Null for a key that does not move the map. */
function cameraAfter(key: string, camera: Camera, size: Size): Camera | null {
  const middle = { x: size.width / 2, y: size.height / 2 };
  switch (key) {
    case 'ArrowLeft':
      return movedBy(camera, { x: KEY_PIXELS, y: 0 });
    case 'ArrowRight':
      return movedBy(camera, { x: -KEY_PIXELS, y: 0 });
    case 'ArrowUp':
      return movedBy(camera, { x: 0, y: KEY_PIXELS });
    case 'ArrowDown':
      return movedBy(camera, { x: 0, y: -KEY_PIXELS });
    case '+':
    case '=':
      return zoomedAt(camera, size, middle, KEY_ZOOM);
    case '-':
      return zoomedAt(camera, size, middle, 1 / KEY_ZOOM);
    case '0':
      return fitted(size);
    default:
      return null;
  }
}
