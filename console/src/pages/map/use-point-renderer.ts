import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Camera, Size } from './camera.js';
import { usePalette } from './palette.js';
import { PointRenderer } from './point-renderer.js';
import type { ShownPoints } from './shown-points.js';

interface Drawn {
  points: ShownPoints;
  camera: Camera;
  size: Size;
  pointSize: number;
}

/** Keeps the canvas as the map is. Draws once for all changes between two frames. Returns why it can't, if it can't. */
export function usePointRenderer(canvas: RefObject<HTMLCanvasElement | null>, drawn: Drawn): Error | null {
  const { points, camera, size, pointSize } = drawn;
  const palette = usePalette();
  const renderer = useRef<PointRenderer | null>(null);
  /** Counts the times that the graphics were lost and are there again: everything has to be given to them anew. */
  const [life, setLife] = useState(0);
  const [failure, setFailure] = useState<Error | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new life needs a new renderer
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    try {
      renderer.current = new PointRenderer(element);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
    const onLost = (event: Event) => event.preventDefault();
    const onRestored = () => setLife((lives) => lives + 1);
    element.addEventListener('webglcontextlost', onLost);
    element.addEventListener('webglcontextrestored', onRestored);
    return () => {
      element.removeEventListener('webglcontextlost', onLost);
      element.removeEventListener('webglcontextrestored', onRestored);
    };
  }, [canvas, life]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new life has no points yet
  useEffect(() => renderer.current?.setPlaces(points.x, points.y), [points.x, points.y, life]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new life has no colours yet
  useEffect(() => renderer.current?.setColors(points.colors), [points.colors, life]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in a new life nothing is lit yet
  useEffect(() => renderer.current?.setLit(points.lit), [points.lit, life]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn depends on all of these
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const density = window.devicePixelRatio || 1;
      renderer.current?.draw({ camera, size, density, palette, pointSize, isDimmed: points.isDimmed });
    });
    return () => cancelAnimationFrame(frame);
  }, [points, camera, size, palette, pointSize, life]);
  return failure;
}
