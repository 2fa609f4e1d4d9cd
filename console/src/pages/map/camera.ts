/** What part of the map is in sight: the place in its middle, and how many pixels the width of the map takes. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Place {
  x: number;
  y: number;
}

/** The part of the shorter side that the whole map fills: points at its edge need room for their labels. */
const FILLED = 0.88;
const LEAST_ZOOM = 0.5;
const MOST_ZOOM = 200;

function fittingScale({ width, height }: Size): number {
  return Math.max(1, Math.min(width, height) * FILLED);
}

/** The whole map in sight. */
export function fitted(size: Size): Camera {
  return { x: 0.5, y: 0.5, scale: fittingScale(size) };
}

/** 1 when the whole map is just in sight. */
export function zoomOf(camera: Camera, size: Size): number {
  return camera.scale / fittingScale(size);
}

export function toScreen(camera: Camera, { width, height }: Size, { x, y }: Place): Place {
  return { x: width / 2 + (x - camera.x) * camera.scale, y: height / 2 + (y - camera.y) * camera.scale };
}

export function toMap(camera: Camera, { width, height }: Size, { x, y }: Place): Place {
  return { x: camera.x + (x - width / 2) / camera.scale, y: camera.y + (y - height / 2) / camera.scale };
}

/** Zooms so that the place on the screen stays where it is. */
export function zoomedAt(camera: Camera, size: Size, at: Place, factor: number): Camera {
  const fit = fittingScale(size);
  const scale = Math.min(fit * MOST_ZOOM, Math.max(fit * LEAST_ZOOM, camera.scale * factor));
  const fixed = toMap(camera, size, at);
  return within({
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
    scale,
  });
}

/** Moves what is shown by pixels. */
export function movedBy(camera: Camera, { x, y }: Place): Camera {
  return within({ ...camera, x: camera.x - x / camera.scale, y: camera.y - y / camera.scale });
}

/** Shows a place in the middle, as close as it is now or closer. */
export function centredOn(camera: Camera, size: Size, { x, y }: Place, zoom: number): Camera {
  return within({ x, y, scale: Math.max(camera.scale, fittingScale(size) * zoom) });
}

/** The middle of the view stays on the map, so that nobody gets lost beside it. */
function within({ x, y, scale }: Camera): Camera {
  const bounded = (value: number) => Math.min(1, Math.max(0, value));
  return { x: bounded(x), y: bounded(y), scale };
}
