// The second thread of bench/vector-scan.ts: scans the range it is asked for, in the block it was started with. Threads
// run what is compiled, so build first.
import { parentPort, workerData } from 'node:worker_threads';
import { BlockScanner } from '../../dist/engine/embedded/vectors/scan-block.js';
import { VectorBlock } from '../../dist/engine/embedded/vectors/vector-block.js';

const block = VectorBlock.open(workerData);
const scanner = new BlockScanner();
parentPort.on('message', ({ query, scope }) => parentPort.postMessage(scanner.scan(block, query, scope).length));
