import type { MapRegion } from '@sextant/client';
import { type Camera, type Place, type Size, toScreen, zoomOf } from './camera.js';
import { textWidth } from './text-width.js';

export interface PlacedLabel {
  region: MapRegion;
  text: string;
  /** The middle of the label, in pixels. */
  x: number;
  y: number;
}

/** From here on small regions have labels too, and a little later large ones have none. */
const SMALL_FROM = 1.8;
const LARGE_UNTIL = 3;
/** Those of the style sheet. */
const FONT = { large: '600 13px', small: '400 12px' };
const LINE_HEIGHT = { large: 26, small: 22 };
const MARGIN = 4;
/** Where a label may lie instead, in lines above its place. */
const SHIFTS = [0, -1, 1];
const MOST_LABELS = 40;

/** Labels for what is in sight, the largest regions first. One that would lie on another is left out. */
export function placeLabels(regions: readonly MapRegion[], camera: Camera, size: Size): PlacedLabel[] {
  const zoom = zoomOf(camera, size);
  const candidates = regions
    .filter(({ level }) => (level === 1 ? zoom < LARGE_UNTIL : zoom >= SMALL_FROM))
    .toSorted((a, b) => a.level - b.level || b.count - a.count);
  const placed: (PlacedLabel & Box)[] = [];
  for (const region of candidates) {
    if (placed.length === MOST_LABELS) break;
    const place = toScreen(camera, size, region);
    const label = SHIFTS.map((lines) => boxed(region, place, { lines, width: size.width })).find(
      (box) => isInSight(box, size) && !placed.some((other) => overlap(box, other)),
    );
    if (label !== undefined) placed.push(label);
  }
  return placed;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function isInSight({ left, right, top, bottom }: Box, { width, height }: Size): boolean {
  return left > 0 && right < width && top > 0 && bottom < height;
}

function boxed(region: MapRegion, place: Place, { lines, width }: { lines: number; width: number }): PlacedLabel & Box {
  const kind = region.level === 1 ? 'large' : 'small';
  const text = textWithin(region.words, FONT[kind], width - 2 * MARGIN);
  const half = textWidth(text, FONT[kind]) / 2 + MARGIN;
  const rise = LINE_HEIGHT[kind] / 2;
  // At the edge of the map it is moved inwards, as long as its region is in sight.
  const isBeside = place.x < 0 || place.x > width;
  const x = isBeside ? place.x : Math.min(width - half - 1, Math.max(half + 1, place.x));
  const y = place.y + lines * LINE_HEIGHT[kind];
  return { region, text, x, y, left: x - half, right: x + half, top: y - rise, bottom: y + rise };
}

/** As many of the words, most telling first, as there is room for; at least one. */
function textWithin(words: readonly string[], font: string, width: number): string {
  const text = words.join(' · ');
  return words.length < 2 || textWidth(text, font) < width ? text : textWithin(words.slice(0, -1), font, width);
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
