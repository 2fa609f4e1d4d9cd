import { queryTools } from '../../../../testing/query-tools.js';
import { rankingContract } from '../../../../testing/ranking/ranking-contract.js';
import { Indexer } from '../index/indexer.js';
import { LiveSegments } from '../index/live-segments.js';
import { runQuery } from './run-query.js';

/** Segments as a query thread has them, without threads and files. */
rankingContract(
  'embedded',
  () => {
    const segments = new LiveSegments();
    const indexer = new Indexer('');
    return {
      write: (changes) => segments.take(indexer.apply(changes)),
      find: (plan) => runQuery(segments.list(), plan, queryTools()),
    };
  },
  { numRuns: 50 },
);
