import { Directions } from '../../algorithms/layout/directions.js';
import { placeAmong } from '../../algorithms/layout/place-among.js';
import type { Language } from '../../domain/document/language.js';
import { quantize } from '../../domain/document/vectors.js';
import { meanDirection } from '../../engine/ranking/mean-direction.js';
import { tellingWords } from '../../text/telling-words.js';
import { Vocabulary } from './vocabulary.js';

/** What the map needs of a document. */
export interface DocumentToPlace {
  id: string;
  tenantId: string;
  language: Language;
  updatedAt: number;
  title: string;
  /** The beginning of its content. */
  beginning: string;
  /** The vectors of its passages; empty if it has none, then it has no place. */
  codes: readonly Int8Array[];
}

export interface MapPoint {
  id: string;
  tenantId: string;
  updatedAt: number;
  x: number;
  y: number;
  /** The mean direction of its passages; null for a document without vectors. */
  direction: Int8Array | null;
  /** Words that may tell what it is about, by their numbers in the vocabulary: those of the title, and those that only the content has. */
  titleWords: Uint32Array;
  contentWords: Uint32Array;
  /** Whether the last layout placed it. Others lie where their nearest neighbours are. */
  isLaidOut: boolean;
}

interface Anchors {
  directions: Directions;
  positions: Float32Array;
}

/** The points of a map, and the words of its labels. */
export class MapPoints {
  readonly points = new Map<string, MapPoint>();
  /** The points among which others are placed; null until that is needed. */
  #anchors: Anchors | null = null;

  constructor(
    /** The vector space that the directions are from. */
    readonly space: string,
    /** What part of all documents the map shows, 0 to 1: those whose ids hash to a number below it. */
    readonly share: number,
    readonly vocabulary = new Vocabulary(),
  ) {}

  /** How many points have changed since the last layout, in proportion to all. */
  get changedShare(): number {
    let changed = 0;
    for (const { isLaidOut, direction } of this.points.values()) if (!isLaidOut && direction !== null) changed++;
    return this.points.size === 0 ? 0 : changed / this.points.size;
  }

  /** Adds or replaces a point, without a place yet. */
  add(document: DocumentToPlace): MapPoint {
    const { id, tenantId, language, updatedAt, codes } = document;
    const title = tellingWords(document.title, language);
    const inTitle = new Set(title.map(({ stem }) => stem));
    const content = tellingWords(document.beginning, language).filter(({ stem }) => !inTitle.has(stem));
    const point = {
      id,
      tenantId,
      updatedAt,
      x: 0,
      y: 0,
      direction: codes.length === 0 ? null : quantize(meanDirection(codes)),
      titleWords: Uint32Array.from(title, (word) => this.vocabulary.numberOf(word)),
      contentWords: Uint32Array.from(content, (word) => this.vocabulary.numberOf(word)),
      isLaidOut: false,
    };
    this.points.set(id, point);
    return point;
  }

  /** Adds or replaces a point and places it among its nearest neighbours, unless its direction is the same as before. */
  place(document: DocumentToPlace): void {
    const before = this.points.get(document.id);
    const point = this.add(document);
    if (point.direction === null) return;
    if (before?.direction && isSame(before.direction, point.direction)) {
      Object.assign(point, { x: before.x, y: before.y, isLaidOut: before.isLaidOut });
      return;
    }
    const { directions, positions } = this.#anchorsNow();
    [point.x, point.y] = placeAmong(directions, positions, point.direction);
  }

  remove(id: string): void {
    this.points.delete(id);
  }

  /** The points that a layout places. */
  placeable(): (MapPoint & { direction: Int8Array })[] {
    return [...this.points.values()].filter(hasDirection);
  }

  /** Takes the result of a layout: x and y of the points that `placeable` gave, in turns. */
  takeLayout(points: readonly MapPoint[], positions: Float32Array): void {
    points.forEach((point, i) => {
      Object.assign(point, { x: positions[2 * i], y: positions[2 * i + 1], isLaidOut: true });
    });
    this.#anchors = null;
  }

  #anchorsNow(): Anchors {
    this.#anchors ??= anchorsOf(this.placeable().filter(({ isLaidOut }) => isLaidOut));
    return this.#anchors;
  }
}

/** The directions of points, row after row. */
export function joinedDirections(points: readonly { direction: Int8Array }[]): {
  codes: Int8Array;
  dimensions: number;
} {
  const dimensions = points[0]?.direction.length ?? 0;
  const codes = new Int8Array(points.length * dimensions);
  // Vectors of one space have one length. An encoder elsewhere that breaks this must not break the map.
  for (const [i, { direction }] of points.entries()) codes.set(direction.subarray(0, dimensions), i * dimensions);
  return { codes, dimensions };
}

function anchorsOf(points: readonly (MapPoint & { direction: Int8Array })[]): Anchors {
  const { codes, dimensions } = joinedDirections(points);
  return {
    directions: new Directions(codes, dimensions),
    positions: Float32Array.from(points.flatMap(({ x, y }) => [x, y])),
  };
}

function isSame(one: Int8Array, other: Int8Array): boolean {
  return one.length === other.length && one.every((code, i) => code === other[i]);
}

function hasDirection(point: MapPoint): point is MapPoint & { direction: Int8Array } {
  return point.direction !== null;
}
