import type { FastifyRequest } from 'fastify';
import type { Mode } from '../domain/document/document.js';
import { failure, type ServiceError } from '../domain/errors/error.js';
import type { Curation, Synonym } from '../domain/search/search-rule.js';
import type { ActivitySource } from '../operations/activity/activities.js';
import type { RunningImports } from '../operations/activity/running-imports.js';
import type { Collection, Idempotency, OperationContext, OperationServices } from '../operations/context.js';
import type { FileReader } from '../operations/files/file-reader.js';
import type { KeyUses } from '../operations/keys/key-uses.js';
import type { KeyContext } from '../operations/keys/manage-keys.js';
import type { DocumentMap } from '../operations/map/document-map.js';
import type { AskingContext } from '../operations/models/ask-model.js';
import type { LoadedModels } from '../operations/models/loaded-models.js';
import type { ModelContext } from '../operations/models/model-access.js';
import type { TrainingQueue } from '../operations/models/training-queue.js';
import type { RuleContext } from '../operations/rules/rule-access.js';
import type { QueryLog } from '../operations/search/query-log.js';
import type { Statistics } from '../operations/statistics/statistics.js';
import type { ReembeddingProgress } from '../operations/vectors/reembedding-progress.js';
import type { KeyStorage, ModelStorage } from '../storage/storage.js';
import type { TrainingFiles } from '../storage/training-files.js';
import type { UploadFiles } from '../storage/upload-files.js';
import { type Authenticate, callerOf } from './admission/caller.js';
import type { ExampleReader } from './examples/example-reader.js';

/** What the HTTP layer is given to work with; the composition root makes it. */
export interface Services {
  lifecycle: Lifecycle;
  /** What keeps requests from being served at the moment; null if nothing does. */
  trouble(): ServiceError | null;
  authenticate: Authenticate;
  keys(): KeyStorage;
  keyUses(): KeyUses;
  collection(mode: Mode): Collection;
  models(mode: Mode): ModelStorage;
  learning(): LearningServices;
  map(mode: Mode): DocumentMap;
  idempotency: Idempotency;
  queryLog: QueryLog;
  /** The figures of this instance over time. */
  statistics: Statistics;
  imports: RunningImports;
  /** Who tells what goes on at the moment. */
  activities: readonly ActivitySource[];
  operations(): OperationServices;
  /** How far documents have been embedded for another encoder; null before the service is ready. */
  reembedding(): ReembeddingProgress | null;
  /** How long an import may fall silent, and how long any other body may take. */
  silenceMilliseconds: number;
  files(): FileServices;
  /** Where answers to imports wait for clients that do not read them yet. */
  spoolFolder: string;
}

/** What takes files and reads them. */
interface FileServices {
  uploads: UploadFiles;
  reader: FileReader;
}

/** What takes examples and trains models from them. */
interface LearningServices {
  training: TrainingQueue;
  files: TrainingFiles;
  reader: ExampleReader;
  loaded: LoadedModels;
}

export function operationContext(services: Services, request: FastifyRequest): OperationContext {
  const caller = callerOf(request);
  const collection = services.collection(caller.mode);
  return { caller, collection, now: Date.now, signal: request.workSignal, ...services.operations() };
}

export function modelContext(services: Services, request: FastifyRequest): ModelContext {
  const caller = callerOf(request);
  return { caller, models: services.models(caller.mode), training: services.learning().training, now: Date.now };
}

export function keyContext(services: Services, request: FastifyRequest): KeyContext {
  return { caller: callerOf(request), keys: services.keys(), uses: services.keyUses(), now: Date.now };
}

export function synonymContext(services: Services, request: FastifyRequest): RuleContext<Synonym> {
  const caller = callerOf(request);
  return { caller, kind: 'synonym', rules: services.collection(caller.mode).rules.synonyms, now: Date.now };
}

export function curationContext(services: Services, request: FastifyRequest): RuleContext<Curation> {
  const caller = callerOf(request);
  return { caller, kind: 'curation', rules: services.collection(caller.mode).rules.curations, now: Date.now };
}

/** For a request that asks a model something. */
export function askingContext(services: Services, request: FastifyRequest): AskingContext {
  const { loaded } = services.learning();
  return { models: modelContext(services, request), loaded, operation: operationContext(services, request) };
}

/** Whether requests are served: not before the index is loaded, and not once the service is stopping. */
export class Lifecycle {
  #state: 'starting' | 'serving' | 'stopping' = 'starting';

  get state(): 'starting' | 'serving' | 'stopping' {
    return this.#state;
  }

  /** The index is loaded. Does nothing if the service is already stopping. */
  serve(): void {
    if (this.#state === 'starting') this.#state = 'serving';
  }

  stop(): void {
    this.#state = 'stopping';
  }

  requireServing(): void {
    if (this.#state === 'serving') return;
    const [code, reason] =
      this.#state === 'starting'
        ? (['starting', 'The service is still loading its models and its index.'] as const)
        : (['shutting_down', 'The service is stopping.'] as const);
    throw failure(code, `${reason} Try again in a moment.`, { retryAfterSeconds: 1 });
  }
}
