import { Deadline } from '../src/engine/deadline.js';
import { LexicalMemory } from '../src/engine/embedded/lexical/lexical-memory.js';
import { type QueryTools, ScratchScores } from '../src/engine/embedded/query/text-scorer.js';
import { BlockScanner } from '../src/engine/embedded/vectors/scan-block.js';
import { VectorScanner } from '../src/engine/embedded/vectors/vector-scanner.js';

/** What a query thread brings to a query, for tests and benchmarks that run queries in their own thread. */
export function queryTools(timeLimit = 60_000): QueryTools {
  return {
    deadline: new Deadline(timeLimit),
    scanner: new VectorScanner(new BlockScanner()),
    lexical: new LexicalMemory(),
    scratch: new ScratchScores(),
  };
}
