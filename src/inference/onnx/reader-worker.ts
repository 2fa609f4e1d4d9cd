import { workerData } from 'node:worker_threads';
import type { Reading, ReadPassage } from '../reader.js';
import type { JoinedModelFiles } from './joined-model.js';
import { ReaderModel } from './reader-model.js';
import { type ReadingMethods, serveModel } from './serve-model.js';

export interface ReadingRequest {
  question: string;
  passage: ReadPassage;
}

export type ReaderMethods = ReadingMethods<ReadingRequest, Reading>;

/** The first passage through a model is slow, so it is one of ours. */
const FIRST = {
  question: 'What is the moon?',
  passage: { title: 'The moon', text: 'The moon is a satellite. '.repeat(30) },
};

const { files, cores } = workerData as { files: JoinedModelFiles; cores: number };

/** A thread that holds the reader. */
serveModel<ReadingRequest, Reading>(async () => {
  const model = await ReaderModel.load(files, cores);
  await model.read(FIRST.question, FIRST.passage);
  return {
    read: ({ question, passage }) => model.read(question, passage),
    release: () => model.release(),
  };
});
