import { it } from 'vitest';
import type { Change, Document } from '../../domain/document/document.js';
import type { Engine } from '../engine.js';
import type { StoredDocument } from './reference-engine.js';

/** An engine under test, with a way to stop it and start it again on what it saved. */
export interface EngineUnderTest {
  engine: Engine;
  /** Tells the engine of changes as the store would: they are durable before it hears of them. */
  write(changes: readonly Change[]): Promise<void>;
  restart(how: 'gracefully' | 'after a crash'): Promise<void>;
  dispose(): Promise<void>;
}

export type OpenEngine = () => Promise<EngineUnderTest>;

/** A law that every engine keeps. */
export interface Law {
  says: string;
  holds: (index: EngineOfTest) => Promise<void>;
}

export function law(says: string, holds: Law['holds']): Law {
  return { says, holds };
}

/** Defines a test that has an engine, and numbers for its changes, to itself. */
export function itHasEngine(name: string, open: OpenEngine, test: (index: EngineOfTest) => Promise<void>): void {
  it(name, async ({ onTestFinished }) => {
    const index = new EngineOfTest(open);
    onTestFinished(() => index.end());
    await test(index);
  });
}

/**
 * The engine of one test, or one after the other. A test that has run out of time goes on in the background, while the next one
 * runs: whatever it still does to its engine then fails.
 */
export class EngineOfTest {
  readonly #open: OpenEngine;
  #opened: EngineUnderTest | null = null;
  #sequence = 0;
  #isOver = false;

  constructor(open: OpenEngine) {
    this.#open = open;
  }

  /** Begins with an empty engine. */
  async start(): Promise<this> {
    await this.#dispose();
    this.#refuseIfOver();
    const opened = await this.#open();
    this.#opened = opened;
    this.#sequence = 0;
    if (this.#isOver) await this.#dispose();
    this.#refuseIfOver();
    return this;
  }

  /** Begins with an engine that has just these documents. */
  async startWith(...documents: readonly StoredDocument[]): Promise<Engine> {
    await this.start();
    await this.add(...documents);
    return this.engine;
  }

  /** The same, added one by one, so that they are in several segments. */
  async startWithEach(...documents: readonly StoredDocument[]): Promise<Engine> {
    await this.start();
    for (const stored of documents) await this.add(stored);
    return this.engine;
  }

  /** The test is over. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#dispose();
  }

  get engine(): Engine {
    return this.#running.engine;
  }

  write = (changes: readonly Change[]): Promise<void> => this.#running.write(changes);

  restart(how: 'gracefully' | 'after a crash'): Promise<void> {
    return this.#running.restart(how);
  }

  /** Writes documents, all at once. */
  async add(...documents: readonly StoredDocument[]): Promise<void> {
    const changes = documents.map((stored): Change => ({ kind: 'put', sequence: ++this.#sequence, ...stored }));
    if (changes.length > 0) await this.write(changes);
  }

  /** The next change. */
  put = (document: Document): Change => ({ kind: 'put', document, vectors: [], sequence: ++this.#sequence });

  /** The next change. */
  remove = (id: string): Change => ({ kind: 'delete', id, sequence: ++this.#sequence });

  get #running(): EngineUnderTest {
    this.#refuseIfOver();
    if (this.#opened === null) throw new Error('The test has not started its engine.');
    return this.#opened;
  }

  #refuseIfOver(): void {
    if (this.#isOver) throw new Error('The test is over: it has run out of time.');
  }

  async #dispose(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.dispose();
  }
}
