import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../domain/document/document.js';
import { documentWith } from '../../contract/engine-contract.js';
import { hasBit } from '../segment/bitset.js';
import { mergeSegments } from '../segment/merge-segments.js';
import { Segment } from '../segment/segment.js';
import type { SegmentData } from '../segment/segment-format.js';
import { Indexer, type MergeTask } from './indexer.js';
import { type IndexUpdate, LiveSegments } from './live-segments.js';
import type { MergeEffort } from './merge-policy.js';
import { saveSegment } from './saved-index.js';

/** An indexer with its folder and all that was ever written, the merge thread's work done when a test says so. */
class IndexUnderTest {
  readonly folder = mkdtempSync(join(tmpdir(), 'sextant-indexer-'));
  #indexer = new Indexer(this.folder);
  /** As a query thread follows. */
  #live = new LiveSegments();
  #merge: { task: MergeTask; data: SegmentData } | null = null;
  readonly #changes: Change[] = [];
  #saved = 0;

  constructor() {
    this.#follow(this.#indexer.open().update);
  }

  write(ids: readonly number[], kind: 'put' | 'delete'): void {
    const changes = ids.map((id, i): Change => {
      const sequence = this.#changes.length + i + 1;
      const document = documentWith({ id: `d${id}`, updatedAt: sequence });
      return kind === 'put' ? { kind, sequence, document, vectors: [] } : { kind, sequence, id: `d${id}` };
    });
    this.#changes.push(...changes);
    this.#follow(this.#indexer.apply(changes));
  }

  /** Its file is written at once, as early as it can be. */
  beginMerge(effort: MergeEffort): void {
    const task = this.#merge === null ? this.#indexer.planMerge(effort) : null;
    if (task === null) return;
    const inputs = task.inputs.map(({ data, deleted }) => ({ segment: new Segment(data), deleted }));
    this.#merge = { task, data: mergeSegments(inputs, task.spaces) };
    saveSegment(task.folder, task.uid, this.#merge.data);
  }

  endMerge(how: 'well' | 'failing'): void {
    if (this.#merge === null) return;
    const { task, data } = this.#merge;
    this.#merge = null;
    if (how === 'well') this.#follow(this.#indexer.finishMerge(task, data));
    else this.#indexer.dropMerge(task);
  }

  save(): void {
    this.#follow(this.#indexer.gatherSmall());
    this.#saved = this.#indexer.saveAll();
  }

  saveManifest(): void {
    this.#saved = this.#indexer.saveManifest();
  }

  /** Everything but the folder is lost; what it does not have comes from the store. Answers how much that is. */
  crash(): number {
    this.#merge = null;
    this.#live = new LiveSegments();
    this.#indexer = new Indexer(this.folder);
    const { update, sequence, damage } = this.#indexer.open();
    this.#follow(update);
    expect(damage.length === 0 || this.#saved === 0).toBe(true);
    expect(sequence).toBe(this.#saved);
    const lost = this.#changes.slice(sequence);
    if (lost.length > 0) this.#follow(this.#indexer.apply(lost));
    return lost.length;
  }

  /** The documents and when they were written, as a query thread sees them. */
  content(): [id: string, sequence: number][] {
    const found: [string, number][] = [];
    for (const { segment, deleted } of this.#live.list()) {
      const { values } = segment.numbers('date', 'updated_at')!;
      for (let document = 0; document < segment.documents; document++) {
        if (!hasBit(deleted, document)) found.push([segment.ids.text(document), values[document]]);
      }
    }
    return found.sort(([a], [b]) => (a < b ? -1 : 1));
  }

  expected(): [id: string, sequence: number][] {
    const documents = new Map<string, number>();
    for (const change of this.#changes) {
      if (change.kind === 'put') documents.set(change.document.id, change.sequence);
      else documents.delete(change.id);
    }
    return [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  files(): string[] {
    return readdirSync(this.folder).filter((name) => name.endsWith('.segment'));
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #follow(update: IndexUpdate): void {
    this.#live.take(update);
  }
}

type Step = (index: IndexUnderTest) => void;

const some = fc.uniqueArray(fc.nat(400), { minLength: 1, maxLength: 8 });
const many = fc.nat(400).map((first) => Array.from({ length: 300 }, (_, i) => first + i));
const step: fc.Arbitrary<Step> = fc.oneof(
  some.map(
    (ids): Step =>
      (index) =>
        index.write(ids, 'put'),
  ),
  some.map(
    (ids): Step =>
      (index) =>
        index.write(ids, 'delete'),
  ),
  {
    arbitrary: many.map(
      (ids): Step =>
        (index) =>
          index.write(ids, 'put'),
    ),
    weight: 1,
  },
  fc.constantFrom<MergeEffort>('due', 'idle').map(
    (effort): Step =>
      (index) =>
        index.beginMerge(effort),
  ),
  fc.constantFrom('well' as const, 'failing' as const).map(
    (how): Step =>
      (index) =>
        index.endMerge(how),
  ),
  fc.constant<Step>((index) => index.save()),
  fc.constant<Step>((index) => index.saveManifest()),
  fc.constant<Step>((index) => void index.crash()),
);

describe('an index that is saved', () => {
  it('has every change, whenever it is saved, merged and cut off', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
        const index = new IndexUnderTest();
        try {
          for (const take of steps) {
            take(index);
            expect(index.content()).toEqual(index.expected());
          }
        } finally {
          index.dispose();
        }
      }),
    );
  });

  it('can be saved while a merge is under way, which keeps its file', () => {
    const index = new IndexUnderTest();
    for (let id = 0; id < 4; id++) {
      index.write([id], 'put');
      index.save();
    }
    index.beginMerge('due');
    index.write([4], 'put');
    index.save();
    index.endMerge('well');
    index.save();
    expect(index.files()).toHaveLength(2);
    expect(index.crash()).toBe(0);
    expect(index.content()).toEqual(index.expected());
    index.dispose();
  });

  it('is not saved ahead of what a merge under way takes in', () => {
    const index = new IndexUnderTest();
    const ids = Array.from({ length: 5000 }, (_, id) => id);
    index.write(ids, 'put');
    index.beginMerge('due');
    index.write([5000], 'put');
    index.save();
    expect(index.crash()).toBe(5001);
    expect(index.content()).toEqual(index.expected());
    index.dispose();
  });

  it('is in few files', () => {
    const index = new IndexUnderTest();
    for (let id = 0; id < 100; id++) index.write([id], 'put');
    index.save();
    expect(index.files()).toHaveLength(1);
    index.dispose();
  });
});
