import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawMap } from './draw-map.js';
import { readMap, writeMap } from './map-file.js';
import { MapPoints } from './map-points.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'map-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function exampleMap(): MapPoints {
  const map = new MapPoints('space', 0.5);
  const common = { language: 'en' as const, updatedAt: 1_700_000_000_000 };
  const direction = (first: number) => Int8Array.from([first, 50, -20]);
  map.add({ id: 'a', tenantId: 't', title: 'Glaciers', beginning: 'Ice moves.', codes: [direction(9)], ...common });
  map.add({ id: 'b', tenantId: 'ü', title: 'Ice', beginning: '', codes: [direction(1), direction(90)], ...common });
  map.add({ id: 'c', tenantId: 't', title: '', beginning: 'No vectors', codes: [], ...common });
  map.takeLayout(map.placeable(), Float32Array.from([0, 1, 2, 3]));
  return map;
}

it('keeps everything of a map', () => {
  const path = join(folder, 'deep', 'live.map');
  const map = exampleMap();
  writeMap(path, map);
  writeMap(path, map);
  const read = readMap(path);
  expect(read).toMatchObject({ space: 'space', share: 0.5, changedShare: 0 });
  expect([...(read?.points.values() ?? [])]).toEqual([...map.points.values()]);
  const everything = { ids: ['a', 'b', 'c'], values: ['x', null, 'x'], colorField: 'metadata.m', tenants: null };
  expect(drawMap(read ?? map, everything)).toEqual(drawMap(map, everything));
});

it('reads nothing from a file that is damaged, of another version, or missing', async () => {
  const path = join(folder, 'damaged.map');
  expect(readMap(path)).toBeNull();
  writeMap(path, exampleMap());
  const bytes = await readFile(path);
  for (const damaged of [bytes.subarray(0, -1), Buffer.concat([bytes, bytes]), Buffer.alloc(10), Buffer.alloc(0)]) {
    await writeFile(path, damaged);
    expect(readMap(path)).toBeNull();
  }
  expect(await readdir(folder)).not.toContain('damaged.map.new');
});

it('uses no words of documents that have come from a tenant that may not be seen', () => {
  const map = new MapPoints('space', 1);
  for (let i = 0; i < 12; i++) {
    const tenantId = i < 6 ? 'seen' : 'hidden';
    const title = i < 6 ? 'Glaciers melt' : 'Secret merger';
    const codes = [Int8Array.from([i, 50, -20])];
    map.add({ id: `d${i}`, tenantId, language: 'en', updatedAt: 0, title, beginning: '', codes });
  }
  const ids = [...map.points.keys()];
  const text = (tenants: string[] | null) =>
    Buffer.from(drawMap(map, { ids, values: [], colorField: null, tenants })).toString();
  expect(text(null)).toContain('merger');
  expect(text(['seen'])).toContain('glaciers');
  expect(text(['seen'])).not.toMatch(/merger|secret/);
});
