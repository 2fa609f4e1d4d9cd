import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.js';
import { readAnswerModels } from '../../inference/extractive/answer-model.js';
import { closeLanguageModels, openLanguageModels } from '../../inference/open-language-models.js';
import { openPassageReader } from '../../inference/open-passage-reader.js';
import { openSentimentReader } from '../../inference/open-sentiment-reader.js';
import type { PassageReader } from '../../inference/reader.js';
import type { SentimentReader } from '../../inference/sentiment.js';
import type { OperationServices } from '../../operations/context.js';
import type { EncoderServices } from '../../operations/vectors/served-encoders.js';
import { prepareSmallTalk } from '../../text/conversation/small-talk.js';
import { prepareDetection } from '../../text/language/detect-language.js';
import { ContentConverter } from './content-converter.js';
import {
  excerptMaker,
  passageSplitter,
  sentenceDivider,
  sentenceFinder,
  textThread,
  topicComparer,
} from './text-tasks.js';

type LoadedTextServices = Omit<OperationServices, keyof EncoderServices>;

/** A search over long documents, made once in a while, is not to wait for a thread to start. */
const EXCERPTS_IDLE_MILLISECONDS = 10 * 60_000;

/** The reader is loaded so long after the start, when what the start needs is loaded. */
const READER_MILLISECONDS = 3000;

/** What operations do with texts: converting, dividing and quoting them in threads, and the language models. */
export class TextServices {
  readonly #config: Config;
  readonly #log: FastifyBaseLogger;
  readonly #converter = new ContentConverter();
  readonly #threads = {
    passages: textThread(),
    excerpts: textThread({ idleMilliseconds: EXCERPTS_IDLE_MILLISECONDS }),
    sentences: textThread(),
    topics: textThread(),
  };
  readonly #sentiment: SentimentReader;
  readonly #reader: PassageReader;
  #loadingReader: NodeJS.Timeout | undefined;
  #loading: Promise<LoadedTextServices> | null = null;
  #services: LoadedTextServices | null = null;

  constructor(config: Config, log: FastifyBaseLogger) {
    this.#config = config;
    this.#log = log;
    this.#sentiment = openSentimentReader((error) => log.error({ err: error }, 'the sentiment classifier has failed'));
    this.#reader = openPassageReader((error) => log.error({ err: error }, 'the reader has failed'));
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
    clearTimeout(this.#loadingReader);
    await this.#loading?.then(
      ({ languageModels }) => closeLanguageModels(languageModels),
      () => undefined,
    );
    const threads = [this.#converter, this.#sentiment, this.#reader, ...Object.values(this.#threads)];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  /** Nobody waits for it: the first question does, if it comes early. */
  #loadReader(): void {
    this.#reader.load().catch((error) => this.#log.error({ err: error }, 'the reader could not be loaded'));
  }

  async #open(): Promise<LoadedTextServices> {
    prepareSmallTalk();
    prepareDetection();
    if (this.#config.readers === 'ahead') {
      this.#loadingReader = setTimeout(() => this.#loadReader(), READER_MILLISECONDS).unref();
    }
    const { passages, excerpts, sentences, topics } = this.#threads;
    return {
      convert: (content, contentType, { caller, signal }) =>
        this.#converter.toPlainText({ content, contentType, caller: caller.keyId, signal }),
      split: passageSplitter(passages),
      excerpts: excerptMaker(excerpts),
      sentences: sentenceFinder(sentences),
      divideSentences: sentenceDivider(sentences),
      compareTopics: topicComparer(topics),
      sentiment: this.#sentiment,
      languageModels: await openLanguageModels(this.#config, (error) =>
        this.#log.error({ err: error }, 'the language model has failed'),
      ),
      reader: this.#reader,
      readingTime: this.#config.answerReadingTime,
      answerModels: await readAnswerModels(),
      queryTimeLimit: this.#config.queryTimeout * 1000,
    };
  }
}
