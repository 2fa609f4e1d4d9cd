import type { Mode } from '../../domain/document/document.js';
import type { SortValue } from '../../domain/filter/filter.js';
import { serveCalls } from '../../threads/callable-thread.js';
import { type Drawing, drawMap } from './draw-map.js';
import { layOutMap } from './lay-out-map.js';
import { readMap, writeMap } from './map-file.js';
import { type DocumentToPlace, type MapPoint, MapPoints } from './map-points.js';
import { mapThreadEnded } from './map-unavailable.js';

/** Keeps the maps in memory, apart from the event loop: what is done here takes long with many documents. */
interface KeptMap {
  file: string;
  map: MapPoints | null;
  /** The next map, while its documents are gathered and laid out. */
  draft: MapPoints | null;
  /** Points that have changed since the file was written. */
  unsaved: number;
}

export interface MapStatus {
  points: number;
  /** See `MapPoints`. */
  share: number;
  changedShare: number;
}

/** Someone looks at some documents: they are named a page at a time, and then drawn. */
interface Look {
  ids: string[];
  values: SortValue[];
}

/** A map with fewer points is written whenever it changes; a larger one when this share of it has. */
const SMALL = 5_000;
const UNSAVED_SHARE = 0.02;

const kept = new Map<Mode, KeptMap>();
const looks = new Map<number, Look>();

function keptMap(mode: Mode): KeptMap {
  const found = kept.get(mode);
  // The thread in which it was opened has ended since.
  if (found === undefined) throw mapThreadEnded();
  return found;
}

function save(one: KeptMap): void {
  if (one.map !== null) writeMap(one.file, one.map);
  one.unsaved = 0;
}

function changed(one: KeptMap, points: number): void {
  one.unsaved += points;
  const size = one.map?.points.size ?? 0;
  if (one.unsaved > 0 && (size <= SMALL || one.unsaved > UNSAVED_SHARE * size)) save(one);
}

const methods = {
  /** Reads the map if it has not been read yet. Null if there is none of this vector space. */
  open: ({ mode, file, space }: { mode: Mode; file: string; space: string }): MapStatus | null => {
    const one = kept.get(mode) ?? { file, map: readMap(file), draft: null, unsaved: 0 };
    kept.set(mode, one);
    if (one.map?.space !== space) return null;
    return { points: one.map.points.size, share: one.map.share, changedShare: one.map.changedShare };
  },

  /** Begins the next map. */
  begin: ({ mode, space, share }: { mode: Mode; space: string; share: number }): void => {
    keptMap(mode).draft = new MapPoints(space, share);
  },

  gather: ({ mode, documents }: { mode: Mode; documents: readonly DocumentToPlace[] }): void => {
    for (const document of documents) keptMap(mode).draft?.add(document);
  },

  /** Lays out the next map, which then takes the place of the current one. */
  layOut: async ({ mode, progress }: { mode: Mode; progress: Int32Array }): Promise<void> => {
    const one = keptMap(mode);
    const { draft, map } = one;
    if (draft === null) throw mapThreadEnded();
    await layOutMap(draft, map, progress);
    one.map = draft;
    one.draft = null;
    save(one);
  },

  /** Returns the documents that the map does not have as they are now. */
  look: ({ look, mode, ids, values, updatedAt }: LookedAt): string[] => {
    const { map } = keptMap(mode);
    const all = looks.get(look) ?? { ids: [], values: [] };
    looks.set(look, all);
    for (const id of ids) all.ids.push(id);
    for (const value of values) all.values.push(value);
    // Vectors that are made later, for another encoder for example, change no date.
    const isCurrent = (point: MapPoint | undefined, time: number) =>
      point?.updatedAt === time && point.direction !== null;
    return ids.filter((id, i) => !isCurrent(map?.points.get(id), updatedAt[i]));
  },

  /** Adds documents to the current map. */
  place: ({ mode, documents }: { mode: Mode; documents: readonly DocumentToPlace[] }): void => {
    const one = keptMap(mode);
    for (const document of documents) one.map?.place(document);
    changed(one, documents.length);
  },

  draw: ({ look, mode, isEverything, ...drawing }: DrawnLook): Uint8Array => {
    const one = keptMap(mode);
    const { ids, values } = looks.get(look) ?? { ids: [], values: [] };
    if (isEverything) changed(one, removeOthers(one.map, ids));
    return drawMap(one.map ?? new MapPoints('', 1), { ids, values, ...drawing });
  },

  endLook: ({ look }: { look: number }): void => {
    looks.delete(look);
  },
};

interface LookedAt {
  look: number;
  mode: Mode;
  ids: readonly string[];
  values: readonly SortValue[];
  updatedAt: readonly number[];
}

interface DrawnLook extends Omit<Drawing, 'ids' | 'values'> {
  look: number;
  mode: Mode;
  /** Whether what was looked at are all documents there are: others have been deleted. */
  isEverything: boolean;
}

function removeOthers(map: MapPoints | null, ids: readonly string[]): number {
  if (map === null) return 0;
  const present = new Set(ids);
  const gone = [...map.points.keys()].filter((id) => !present.has(id));
  for (const id of gone) map.remove(id);
  return gone.length;
}

export type MapMethods = typeof methods;

serveCalls(methods);
