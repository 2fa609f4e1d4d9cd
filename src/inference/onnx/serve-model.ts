import { serveCalls } from '../../threads/callable-thread.js';

/** A model as a thread holds it. */
export interface ReadingModel<Request, Answer> {
  read(request: Request): Promise<Answer>;
  release(): Promise<void>;
}

/** What a thread with such a model serves. */
export interface ReadingMethods<Request, Answer> {
  load(): Promise<void>;
  read(request: Request): Promise<Answer>;
  unload(): Promise<void>;
}

/** Serves the calls of a `ModelThread`, in the worker thread. */
export function serveModel<Request, Answer>(load: () => Promise<ReadingModel<Request, Answer>>): void {
  let model: ReadingModel<Request, Answer> | null = null;
  const methods: ReadingMethods<Request, Answer> = {
    async load() {
      model = await load();
    },
    async read(request) {
      if (model === null) throw new Error('The model was asked before it was loaded.');
      return model.read(request);
    },
    async unload() {
      await model?.release();
      model = null;
    },
  };
  serveCalls({ ...methods });
}
