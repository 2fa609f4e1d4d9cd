import { expect, it } from 'vitest';
import { ExtractionPool } from '../../extraction/process/extraction-pool.js';
import { FileReader } from './file-reader.js';

const readerOf = () => new FileReader({ pool: new ExtractionPool({ processes: 1, seconds: 1 }), maxBytes: 1000 });
const times = (count: number, key: (i: number) => string) => Array.from({ length: count }, (_, i) => key(i));

it('receives some files of each key at the same time, whatever other keys send', () => {
  const reader = readerOf();
  const received = times(16, () => 'anna').map((key) => reader.receive(key));
  expect(() => reader.receive('anna')).toThrow('16 files of this key');
  reader.receive('ben')();
  received[0]();
  expect(() => reader.receive('anna')).not.toThrow();
  expect(() => reader.receive('anna')).toThrow('16 files of this key');
  reader.close();
});

it('receives a bounded number of files at the same time', () => {
  const reader = readerOf();
  for (const key of times(32, (i) => `key ${i % 4}`)) reader.receive(key);
  expect(() => reader.receive('another')).toThrow('Too many files are being received.');
  reader.close();
});

it('reads a bounded number of files at the same time, whatever is received', () => {
  const reader = readerOf();
  for (const key of times(16, () => 'anna')) reader.receive(key);
  const done = times(16, () => '').map(() => reader.begin());
  expect(() => reader.begin()).toThrow('Too many files are being read.');
  done[0]();
  expect(() => reader.begin()).not.toThrow();
  reader.close();
});
