import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '../../domain/document/language.js';
import type { Filter, SortValue } from '../../domain/filter/filter.js';
import { ThreadCrash, workerFile } from '../../threads/callable-thread.js';
import { OnDemandThread, WorkLimitError } from '../../threads/on-demand-thread.js';
import { type Activity, activity } from '../activity/activities.js';
import type { OperationContext } from '../context.js';
import { searchScope } from '../search/find-page.js';
import { searchedTenants } from '../tenancy.js';
import { gatherDocuments } from './gather-documents.js';
import { type DocumentMapOptions, isOnMap, MapMaking } from './map-making.js';
import type { MapMethods, MapStatus } from './map-thread.js';
import { mapNotMade, mapThreadEnded } from './map-unavailable.js';
import { walkDocuments } from './walk-documents.js';

export interface MapRequest {
  tenantIds: readonly string[] | null;
  language: Language | null;
  filter: Filter | null;
  /** The field that points are coloured by. */
  colorField: string | null;
}

export interface DrawnMap {
  /** `empty` if the caller sees no documents at all. */
  state: 'ready' | 'computing' | 'empty' | 'off';
  /** How far the next map is, 0 to 1; null if none is being made. */
  progress: number | null;
  /** How many documents match, on the map or not. */
  total: number;
  /** See `drawMap`; null where there is nothing to draw. */
  drawn: Uint8Array | null;
}

/** The map is made again when this share of it has changed. */
const OUTDATED_SHARE = 0.2;
/** So long a request waits for a map that is being made: a small one is ready by then. */
const PATIENCE_MILLISECONDS = 1_500;
/** Comparisons with other points that a request makes to place new documents: about a second's work. */
const MOST_COMPARISONS = 20_000_000;
const FEWEST_PLACED = 20;

/** A map is read from its file again if nobody has asked for it for so long. */
const IDLE_MILLISECONDS = 10 * 60_000;

/** The thread that keeps maps in memory while they are used. */
export function openMapThread(): OnDemandThread<MapMethods> {
  return new OnDemandThread(workerFile(import.meta.url, './map-thread.js'), { idleMilliseconds: IDLE_MILLISECONDS });
}

/**
 * A map of all documents of a mode. It is made when someone first asks for it, and kept. Which documents a request sees is always asked of
 * the engine, so nobody sees more than their key allows, or what has been deleted. Documents that are new or have changed are placed among
 * their neighbours at once.
 */
export class DocumentMap {
  readonly #options: DocumentMapOptions;
  readonly #making: MapMaking;
  #lastLook = 0;

  constructor(options: DocumentMapOptions) {
    this.#options = options;
    this.#making = new MapMaking(options);
  }

  async draw(request: MapRequest, context: OperationContext): Promise<DrawnMap> {
    try {
      return await this.#draw(request, context);
    } catch (error) {
      if (!(error instanceof ThreadCrash || error instanceof WorkLimitError)) throw error;
      this.#options.log.error({ err: error, mode: this.#options.mode }, 'the thread that keeps the maps has ended');
      throw mapThreadEnded();
    }
  }

  activities(): Activity[] {
    const { startedAt, progress } = this.#making;
    return startedAt === null ? [] : [activity({ kind: 'map', mode: this.#options.mode, startedAt, progress })];
  }

  stop(): Promise<void> {
    return this.#making.stop();
  }

  async #draw(request: MapRequest, context: OperationContext): Promise<DrawnMap> {
    const { mostDocuments } = this.#options;
    const total = await this.#count(request, context);
    if (mostDocuments === 0) return { state: 'off', progress: null, total, drawn: null };
    if (total === 0) return { state: 'empty', progress: null, total, drawn: null };
    if ((await this.#open(context)) === null) await this.#make(context);
    const status = await this.#open(context);
    if (status === null && this.#making.pauseMilliseconds > 0) throw mapNotMade(this.#making.pauseMilliseconds);
    if (status === null) return { state: 'computing', progress: this.#making.progress ?? 0, total, drawn: null };
    const drawn = await this.#drawn(request, status, context);
    return { state: 'ready', progress: this.#making.progress, total, drawn };
  }

  async #count(request: MapRequest, context: OperationContext): Promise<number> {
    const { collection, queryTimeLimit: timeLimit, signal } = context;
    const scope = searchScope(request, context);
    const window = { offset: 0, limit: 0 };
    const plan = { scope, filter: request.filter, text: null, sort: [], facets: [], window, timeLimit };
    return (await collection.engine.find(plan, { signal })).total;
  }

  #open({ embedder }: OperationContext): Promise<MapStatus | null> {
    const { mode, file, thread } = this.#options;
    return thread.call('open', { mode, file, space: embedder.space });
  }

  async #make({ collection, embedder }: OperationContext): Promise<void> {
    const made = this.#making.begin(collection, embedder.space);
    const patience = new AbortController();
    await Promise.race([made, sleep(PATIENCE_MILLISECONDS, undefined, { signal: patience.signal })]);
    patience.abort();
  }

  async #drawn(request: MapRequest, { share, points }: MapStatus, context: OperationContext): Promise<Uint8Array> {
    const { mode, thread } = this.#options;
    const look = ++this.#lastLook;
    try {
      const outdated = await this.#look(look, request, { share, context });
      const atOnce = Math.max(FEWEST_PLACED, Math.floor(MOST_COMPARISONS / points));
      await this.#place(outdated.slice(0, atOnce), context);
      await this.#makeAgainIfNeeded(share, context);
      const tenants = searchedTenants(context.caller, request.tenantIds);
      const isEverything = tenants === null && request.filter === null && request.language === null;
      return await thread.call('draw', { look, mode, isEverything, tenants, colorField: request.colorField });
    } finally {
      // Were it awaited, a crash here would hide what went wrong above.
      thread.call('endLook', { look }).catch(() => undefined);
    }
  }

  /** Shows the thread what the caller sees. Returns the documents that the map does not have as they are now. */
  async #look(
    look: number,
    request: MapRequest,
    { share, context }: { share: number; context: OperationContext },
  ): Promise<string[]> {
    const { collection, queryTimeLimit: timeLimit, signal } = context;
    const { filter, colorField } = request;
    const fields = ['updated_at', ...(colorField === null ? [] : [colorField])];
    const outdated: string[] = [];
    const walk = { scope: searchScope(request, context), filter, timeLimit, fields, signal };
    for await (const hits of walkDocuments(collection.engine, walk)) {
      const shown = hits.filter(({ id }) => isOnMap(id, share));
      const missing = await this.#options.thread.call('look', {
        look,
        mode: this.#options.mode,
        ids: shown.map(({ id }) => id),
        updatedAt: shown.map(({ sortValues }) => Date.parse(String(sortValues[1]))),
        values: colorField === null ? [] : shown.map(({ sortValues }): SortValue => sortValues[2]),
      });
      outdated.push(...missing);
    }
    return outdated;
  }

  async #place(ids: readonly string[], { collection, embedder }: OperationContext): Promise<void> {
    const { mode, thread } = this.#options;
    const { documents } = collection;
    for await (const part of gatherDocuments(ids, { documents, space: embedder.space })) {
      await thread.call('place', { mode, documents: part });
    }
  }

  async #makeAgainIfNeeded(share: number, context: OperationContext): Promise<void> {
    const status = await this.#open(context);
    const expected = share * (await context.collection.documents.count());
    const isOutdated = status === null || status.changedShare > OUTDATED_SHARE || differs(status.points, expected);
    if (isOutdated) await this.#make(context);
  }
}

function differs(points: number, expected: number): boolean {
  return Math.abs(points - expected) > OUTDATED_SHARE * Math.max(points, expected);
}
