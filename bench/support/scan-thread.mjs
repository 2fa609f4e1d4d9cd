// The second thread of bench/vector-scan.ts: scans the range it is asked for, in the block it was started with.
import { register } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

register('../../scripts/run-typescript.mjs', import.meta.url);
const { BlockScanner } = await import('../../src/engine/embedded/vectors/scan-block.ts');
const { VectorBlock } = await import('../../src/engine/embedded/vectors/vector-block.ts');

const block = VectorBlock.open(workerData);
const scanner = new BlockScanner();
parentPort.on('message', ({ query, scope }) => parentPort.postMessage(scanner.scan(block, query, scope).length));
