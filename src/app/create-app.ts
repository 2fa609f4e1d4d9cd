import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import { MODES, type Mode } from '../domain/document/mode.js';
import { openEmbeddedEngine } from '../engine/embedded/embedded-engine.js';
import { EngineThreads } from '../engine/embedded/engine-threads.js';
import { examineSavedIndex } from '../engine/embedded/index/saved-index.js';
import { ExampleReader } from '../http/examples/example-reader.js';
import type { TypedServer } from '../http/routes/route.js';
import { buildServer } from '../http/server.js';
import { Lifecycle } from '../http/services.js';
import { readAnswerModels } from '../inference/extractive/answer-weights.js';
import {
  closeLanguageModels,
  longestGenerationSeconds,
  openLanguageModels,
} from '../inference/open-language-models.js';
import { openSentimentReader } from '../inference/open-sentiment-reader.js';
import type { SentimentReader } from '../inference/sentiment.js';
import type { Collection, OperationServices } from '../operations/context.js';
import { oldestKept } from '../operations/idempotent-write.js';
import { keyAuthenticator } from '../operations/keys/authenticate.js';
import { gatherDocuments } from '../operations/models/gather-documents.js';
import { LoadedModels } from '../operations/models/loaded-models.js';
import { TrainingQueue } from '../operations/models/training-queue.js';
import type { EncoderServices } from '../operations/vectors/served-encoders.js';
import { indexFolder, spoolFolder, trainingFolder } from '../storage/data-folder.js';
import { openLmdbStorage } from '../storage/lmdb/open.js';
import type { Storage } from '../storage/storage.js';
import { TrainingFiles } from '../storage/training-files.js';
import { prepareSmallTalk } from '../text/conversation/small-talk.js';
import { prepareDetection } from '../text/language/detect-language.js';
import { ChildProcessTrainer } from '../training/process/child-process-trainer.js';
import { Encoders } from './encoders.js';
import { ContentConverter } from './text-services/content-converter.js';
import { ExcerptMaker } from './text-services/excerpt-maker.js';
import { PassageSplitter } from './text-services/passage-splitter.js';
import { SentenceFinder } from './text-services/sentence-finder.js';
import { TopicComparer } from './text-services/topic-comparer.js';

/** The service, put together. Only this file names the implementations of engine and storage. */
export interface App {
  server: TypedServer;
  storage: Storage;
  /** Models and index are loading already. Requests are served once it resolves; until then only /healthz and /readyz answer. */
  load(): Promise<void>;
  /** For a start that failed, just before the process ends: models can't be cut off while they load, an index can. */
  abandon(): Promise<void>;
  /** Refuses what is new, finishes what runs, and closes everything. */
  stop(): Promise<void>;
}

const EXPIRY_INTERVAL_MILLISECONDS = 60 * 60 * 1000;
const IDLE_CHECK_MILLISECONDS = 50;

export function openStorage(config: Pick<Config, 'dataDir'>): Promise<Storage> {
  return openLmdbStorage({ folder: resolve(config.dataDir) });
}

/** What is wrong with the saved index of a mode; null where there is none yet. */
export function examineIndex(config: Pick<Config, 'dataDir'>, mode: Mode): string[] | null {
  return examineSavedIndex(modeFolder(config, mode));
}

function modeFolder({ dataDir }: Pick<Config, 'dataDir'>, mode: Mode): string {
  return join(indexFolder(resolve(dataDir)), mode);
}

/** `onFatal` is told when a part is gone without which the service can't go on. */
export async function createApp(
  config: Config,
  { log, onFatal }: { log: FastifyBaseLogger; onFatal: (error: Error) => void },
): Promise<App> {
  const storage = await openStorage(config);
  const lifecycle = new Lifecycle();
  const textServices = new TextServices(config, log);
  const requestMilliseconds = generationMilliseconds(config);
  const encoders = new Encoders(config, { storage, log, requestMilliseconds });
  const index = new Index(config, storage, { log, onFatal });
  const learning = new Learning(config, storage, { log, index, encoders });
  const expiry = forgetOldAnswers(storage, log);
  const bodyMilliseconds = config.requestTimeout * 1000;
  // Models and index load in threads of their own while this one prepares the routes. Who waits for them is told if that fails.
  const loading = Promise.all([textServices.load(), encoders.load(), index.load()]);
  loading.catch(() => undefined);
  const server = await buildServer({
    services: {
      lifecycle,
      authenticate: keyAuthenticator({ keys: storage.keys, operatorKey: config.apiKey, now: Date.now }),
      collection: (mode) => index.collection(mode),
      models: (mode) => storage.models(mode),
      learning: () => learning,
      idempotency: storage.idempotency,
      operations: () => ({ ...textServices.services(), ...encoders.services() }),
      reembedding: () => encoders.reembeddingProgress(),
      silenceMilliseconds: bodyMilliseconds,
      spoolFolder: spoolFolder(resolve(config.dataDir)),
    },
    log,
    bodyMilliseconds,
    workMilliseconds: config.queryTimeout * 1000,
    generationMilliseconds: requestMilliseconds,
    rateLimit: config.rateLimit,
  });
  return {
    server,
    storage,
    async load() {
      await loading;
      await learning.training.start();
      lifecycle.serve();
      encoders.beginReembedding(
        MODES.map((mode) => index.collection(mode)),
        textServices.services().split,
      );
    },
    async abandon() {
      await Promise.all([encoders.close(), textServices.close()]);
    },
    async stop() {
      lifecycle.stop();
      clearInterval(expiry);
      await learning.close();
      await closeServer(server);
      await encoders.close();
      await textServices.close();
      await index.close();
      await storage.close();
    },
  };
}

/** A request may search, and have one text written for the next: each has its own time-out, and those answer better. */
function generationMilliseconds(config: Config): number {
  return (config.queryTimeout + 2 * longestGenerationSeconds(config) + 1) * 1000;
}

/**
 * Resolves when the last request has been answered. Clients keep connections open for a next request, which there will
 * not be: those that fall idle meanwhile are closed, or each would be waited for.
 */
async function closeServer(server: TypedServer): Promise<void> {
  const closing = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MILLISECONDS);
  try {
    await server.close();
  } finally {
    clearInterval(closing);
  }
}

type LoadedTextServices = Omit<OperationServices, keyof EncoderServices>;

/** What works on texts for the operations: threads that convert, divide and quote them, and language models. */
class TextServices {
  readonly #converter = new ContentConverter();
  readonly #splitter = new PassageSplitter();
  readonly #excerpts = new ExcerptMaker();
  readonly #sentences = new SentenceFinder();
  readonly #topics = new TopicComparer();
  readonly #sentiment: SentimentReader;
  #loading: Promise<LoadedTextServices> | null = null;
  #services: LoadedTextServices | null = null;

  constructor(
    readonly config: Config,
    readonly log: FastifyBaseLogger,
  ) {
    this.#sentiment = openSentimentReader((error) => log.error({ err: error }, 'the sentiment classifier has failed'));
  }

  async load(): Promise<void> {
    this.#loading ??= this.#open();
    this.#services = await this.#loading;
  }

  services(): LoadedTextServices {
    if (this.#services === null) throw new Error('The language models were asked for before they were loaded.');
    return this.#services;
  }

  async close(): Promise<void> {
    await this.#loading?.then(
      ({ languageModels }) => closeLanguageModels(languageModels),
      () => undefined,
    );
    const threads = [this.#converter, this.#splitter, this.#excerpts, this.#sentences, this.#topics, this.#sentiment];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  async #open(): Promise<LoadedTextServices> {
    prepareSmallTalk();
    prepareDetection();
    return {
      convert: (content, type) => this.#converter.toPlainText(content, type),
      split: (texts) => this.#splitter.split(texts),
      excerpts: (request) => this.#excerpts.make(request),
      sentences: (request) => this.#sentences.find(request),
      sentiment: this.#sentiment,
      divideSentences: (request) => this.#sentences.divide(request),
      compareTopics: (comparison) => this.#topics.compare(comparison),
      languageModels: await openLanguageModels(this.config, (error) =>
        this.log.error({ err: error }, 'the language model has failed'),
      ),
      answerModels: await readAnswerModels(),
      queryTimeLimit: this.config.queryTimeout * 1000,
    };
  }
}

/** What trains the models of callers. */
class Learning {
  readonly files: TrainingFiles;
  readonly reader = new ExampleReader();
  readonly training: TrainingQueue;
  readonly loaded: LoadedModels;

  constructor(
    config: Config,
    storage: Storage,
    { log, index, encoders }: { log: FastifyBaseLogger; index: Index; encoders: Encoders },
  ) {
    this.files = new TrainingFiles(trainingFolder(resolve(config.dataDir)));
    this.loaded = new LoadedModels((mode) => storage.models(mode));
    this.training = new TrainingQueue({
      models: (mode) => storage.models(mode),
      files: this.files,
      trainer: new ChildProcessTrainer({ embedding: config, log }),
      gather: (mode, selected, file) => {
        const { embedder, nextEmbedder } = encoders.services();
        // Models are trained with the encoder that the settings name, also while documents still have another one's vectors.
        const { space } = nextEmbedder ?? embedder;
        return gatherDocuments({ collection: index.collection(mode), selected, space }, file);
      },
      log,
      now: Date.now,
    });
  }

  /** A training that runs is cut short, and begins anew at the next start. */
  async close(): Promise<void> {
    await this.training.close();
    await this.reader.close();
  }
}

/** The engines of both modes, kept in step with the store. */
class Index {
  readonly #collections = new Map<Mode, Collection>();
  readonly #threads: EngineThreads;
  #loading: Promise<void> | null = null;

  constructor(
    readonly config: Config,
    readonly storage: Storage,
    readonly reports: { log: FastifyBaseLogger; onFatal: (error: Error) => void },
  ) {
    this.#threads = new EngineThreads({
      queryThreads: config.queryWorkers,
      onCrash: (error, thread) => this.#reportCrash(error, thread),
    });
  }

  load(): Promise<void> {
    this.#loading ??= this.#loadAll();
    return this.#loading;
  }

  collection(mode: Mode): Collection {
    const collection = this.#collections.get(mode);
    if (collection === undefined) throw new Error('The index was asked for before it was loaded.');
    return collection;
  }

  async close(): Promise<void> {
    await this.#loading?.catch(() => undefined);
    await Promise.all([...this.#collections.values()].map(({ engine }) => engine.close()));
    await this.#threads.close();
  }

  async #loadAll(): Promise<void> {
    for (const mode of MODES) this.#collections.set(mode, await this.#open(mode));
  }

  async #open(mode: Mode): Promise<Collection> {
    const documents = this.storage.documents(mode);
    const engine = await openEmbeddedEngine({
      index: mode,
      folder: modeFolder(this.config, mode),
      source: documents,
      threads: this.#threads,
      log: this.reports.log,
    });
    documents.onCommit((changes) => engine.apply(changes));
    return { documents, engine };
  }

  #reportCrash(error: Error, thread: 'query' | 'indexer' | 'merger'): void {
    this.reports.log.error({ err: error, thread }, 'a thread of the engine has crashed');
    if (thread !== 'query') this.reports.onFatal(error);
  }
}

function forgetOldAnswers(storage: Storage, log: FastifyBaseLogger): NodeJS.Timeout {
  const forget = () => {
    storage.idempotency.expire(oldestKept(Date.now())).catch((error) => log.warn({ err: error }, 'expiry failed'));
  };
  return setInterval(forget, EXPIRY_INTERVAL_MILLISECONDS).unref();
}
