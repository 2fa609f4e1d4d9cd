import { isDeepStrictEqual } from 'node:util';
import { type DocumentWithVectors, MODES, type Mode } from '../domain/document/document.js';
import type { Model, ModelVersion } from '../domain/model/model.js';
import type { SearchRule } from '../domain/search/search-rule.js';
import { copyQueryLog } from './copy-query-log.js';
import type { DocumentStorage, ModelStorage, RuleStorage, Storage } from './storage.js';

/** What a copy consists of, in this order. */
type CopiedPart = 'keys' | 'models' | 'synonyms' | 'curations' | 'documents';

export interface CopyProgress {
  part: CopiedPart;
  /** Null for keys, which belong to both modes. */
  mode: Mode | null;
  done: number;
  total: number;
  /** The id of the last document copied: to continue a copy that was broken off, start after it. */
  last: string | null;
}

export interface CopyOptions {
  onProgress?(progress: CopyProgress): void;
  /** Documents up to these ids have been copied already, and `from` has not been written since. */
  after?: Partial<Record<Mode, string | null>>;
  signal?: AbortSignal;
}

export interface CopyCounts {
  keys: number;
  models: Record<Mode, number>;
  synonyms: Record<Mode, number>;
  curations: Record<Mode, number>;
  documents: Record<Mode, number>;
}

/** What was counted in the copy is not what was read. */
export class CopyIncomplete extends Error {
  override readonly name = 'CopyIncomplete';
}

/**
 * Copies keys, models with their versions and weights, synonyms, curations, the query log, documents with their passages and
 * vectors, and the names of the encoders from one storage to another, of whatever kind. What the other has already in the same state is not written again,
 * so a copy that was broken off can simply be repeated. Answers to repeated requests (idempotency records) are not copied, nor
 * are the examples of trainings that have not ended.
 *
 * Each mode's documents are read from one state, so `from` may be written meanwhile. `to` must not be: at the end it is
 * counted, and `CopyIncomplete` is thrown if it has more or less than was read. Of the query log nothing is promised to anyone,
 * so it is not counted.
 */
export async function copyStorage(from: Storage, to: Storage, options: CopyOptions = {}): Promise<CopyCounts> {
  const counts: CopyCounts = {
    keys: await copyKeys(from, to, options),
    models: { live: 0, test: 0 },
    synonyms: { live: 0, test: 0 },
    curations: { live: 0, test: 0 },
    documents: { live: 0, test: 0 },
  };
  // Before the documents, which are embedded anew if nothing says what their vectors come from.
  const spaces = await from.vectorSpaces.get();
  if (spaces !== null) await to.vectorSpaces.put(spaces);
  for (const mode of MODES) counts.models[mode] = await new ModelCopy(from, to, mode).run(options);
  for (const mode of MODES) {
    counts.synonyms[mode] = await copyRules(from.synonyms(mode), to.synonyms(mode), {
      part: 'synonyms',
      mode,
      options,
    });
    counts.curations[mode] = await copyRules(from.curations(mode), to.curations(mode), {
      part: 'curations',
      mode,
      options,
    });
  }
  for (const mode of MODES) await copyQueryLog(from.queryLog(mode), to.queryLog(mode), options.signal);
  for (const mode of MODES) counts.documents[mode] = await new DocumentCopy(from, to, mode).run(options);
  await checkCounts(from, to, counts);
  return counts;
}

async function copyKeys(from: Storage, to: Storage, { onProgress, signal }: CopyOptions): Promise<number> {
  const keys = await from.keys.list();
  for (const [index, key] of keys.entries()) {
    signal?.throwIfAborted();
    if (!isDeepStrictEqual(await to.keys.get(key.id), key)) await to.keys.put(key);
    onProgress?.({ part: 'keys', mode: null, done: index + 1, total: keys.length, last: null });
  }
  return keys.length;
}

/** Enough to share commits. */
const RULES_AT_ONCE = 20;

interface RuleCopy extends Pick<CopyProgress, 'part' | 'mode'> {
  options: CopyOptions;
}

async function copyRules<Rule extends SearchRule>(
  from: RuleStorage<Rule>,
  to: RuleStorage<Rule>,
  { part, mode, options: { onProgress, signal } }: RuleCopy,
): Promise<number> {
  const rules = new Map<string, Rule>();
  for await (const batch of from.all()) for (const rule of batch) rules.set(rule.id, rule);
  const all = [...rules.values()];
  for (let start = 0; start < all.length; start += RULES_AT_ONCE) {
    signal?.throwIfAborted();
    const some = all.slice(start, start + RULES_AT_ONCE);
    await Promise.all(some.map((rule) => copyRule(rule, to)));
    onProgress?.({ part, mode, done: start + some.length, total: all.length, last: null });
  }
  return all.length;
}

async function copyRule<Rule extends SearchRule>(rule: Rule, to: RuleStorage<Rule>): Promise<void> {
  const { id } = rule;
  if (!isDeepStrictEqual(await to.get(id), rule)) await to.write({ id, decide: () => rule });
}

class ModelCopy {
  readonly #from: ModelStorage;
  readonly #to: ModelStorage;
  readonly #mode: Mode;

  constructor(from: Storage, to: Storage, mode: Mode) {
    this.#from = from.models(mode);
    this.#to = to.models(mode);
    this.#mode = mode;
  }

  async run({ onProgress, signal }: CopyOptions): Promise<number> {
    const models = await this.#from.list();
    for (const [index, model] of models.entries()) {
      signal?.throwIfAborted();
      await this.#copy(model);
      onProgress?.({ part: 'models', mode: this.#mode, done: index + 1, total: models.length, last: null });
    }
    return models.length;
  }

  async #copy(model: Model): Promise<void> {
    const { id } = model;
    for (const { version } of model.versions) {
      const put = await this.#from.version(id, version);
      if (put === null || isDeepStrictEqual(await this.#to.version(id, version), put)) continue;
      await this.#copyWeights(put);
      await this.#to.write({ id, decide: () => ({ model, put }) });
    }
    if (!isDeepStrictEqual(await this.#to.get(id), model)) await this.#to.write({ id, decide: () => ({ model }) });
  }

  async #copyWeights(version: ModelVersion): Promise<void> {
    for (let piece = 0; piece < version.weightPieces; piece++) {
      const bytes = await this.#from.weights(version, piece);
      if (bytes === null) throw new CopyIncomplete(`A part of ${version.modelId}/${version.version} is missing.`);
      await this.#to.putWeights(version, piece, bytes);
    }
  }
}

class DocumentCopy {
  readonly #from: DocumentStorage;
  readonly #to: DocumentStorage;
  readonly #mode: Mode;

  constructor(from: Storage, to: Storage, mode: Mode) {
    this.#from = from.documents(mode);
    this.#to = to.documents(mode);
    this.#mode = mode;
  }

  /** Returns how many documents the copy must have now. */
  async run({ onProgress, after, signal }: CopyOptions): Promise<number> {
    const start = after?.[this.#mode] ?? null;
    // Nothing has to be compared with a storage that was empty.
    const [total, before] = await Promise.all([this.#from.count(), this.#to.count()]);
    let done = start === null ? 0 : before;
    let read = 0;
    for await (const batch of this.#from.all({ after: start, everyPassage: true })) {
      signal?.throwIfAborted();
      await this.#write(before === 0 ? batch : await this.#different(batch));
      done += batch.length;
      read += batch.length;
      const last = batch.at(-1)?.document.id ?? null;
      onProgress?.({ part: 'documents', mode: this.#mode, done, total: Math.max(total, done), last });
    }
    return start === null ? read : this.#from.count();
  }

  /** Those that the other storage does not have yet, or not in this state. */
  async #different(batch: readonly DocumentWithVectors[]): Promise<DocumentWithVectors[]> {
    const ids = batch.map(({ document }) => document.id);
    const copied = await this.#to.getMany(ids, ['document', 'passages', 'vectors']);
    return batch.filter(
      (stored, index) => !isDeepStrictEqual(copied[index], { ...stored, passages: stored.passages ?? [] }),
    );
  }

  async #write(batch: readonly DocumentWithVectors[]): Promise<void> {
    const writes = batch.map(({ document, passages = [], vectors }) => ({
      id: document.id,
      decide: () => document,
      embedding: { passages, vectors },
    }));
    for (const result of await this.#to.write(writes)) if (result.status === 'rejected') throw result.reason;
  }
}

async function checkCounts(from: Storage, to: Storage, expected: CopyCounts): Promise<void> {
  const copied = new Set((await from.keys.list()).map(({ id }) => id));
  const counted: CopyCounts = {
    // A service that was started on an empty place has made a first key there: it may stay.
    keys: (await to.keys.list()).filter(({ id }) => copied.has(id)).length,
    models: { live: await to.models('live').count(), test: await to.models('test').count() },
    synonyms: { live: await to.synonyms('live').count(), test: await to.synonyms('test').count() },
    curations: { live: await to.curations('live').count(), test: await to.curations('test').count() },
    documents: { live: await to.documents('live').count(), test: await to.documents('test').count() },
  };
  if (isDeepStrictEqual(counted, expected)) return;
  const message = 'The copy has another number of keys, models, search rules or documents than were read';
  throw new CopyIncomplete(`${message}: ${JSON.stringify(counted)} instead of ${JSON.stringify(expected)}.`);
}
