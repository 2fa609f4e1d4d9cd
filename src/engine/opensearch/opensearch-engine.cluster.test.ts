import { beforeAll } from 'vitest';
import { ClusterDocuments } from '../../../testing/cluster-documents.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { rankingContract } from '../../../testing/ranking/ranking-contract.js';
import { curationsContract } from '../contract/curations-contract.js';
import { engineContract } from '../contract/engine-contract.js';
import type { EngineUnderTest } from '../contract/engine-under-test.js';
import { explanationContract } from '../contract/explanation-contract.js';
import { searchContract } from '../contract/search-contract.js';
import { synonymsContract } from '../contract/synonyms-contract.js';
import type { AnalysedQuery, Phrase } from '../query/analyse-query.js';
import { findAnalysed } from './query/find-documents.js';

describeOnCluster('the OpenSearch engine', (place) => {
  let documents: ClusterDocuments;
  let divided: ClusterDocuments;
  let ranked: ClusterDocuments;

  beforeAll(async () => {
    const cluster = await place.open();
    documents = await ClusterDocuments.create(cluster, 'contract');
    divided = await ClusterDocuments.create(await place.open({ shards: 3 }), 'divided');
    // Its vectors have more dimensions.
    ranked = await ClusterDocuments.create(cluster, 'ranked');
  });

  async function openForContract(documents: ClusterDocuments): Promise<EngineUnderTest> {
    let engine = await documents.openEngine();
    return {
      get engine() {
        return engine;
      },
      write: async (changes) => {
        await documents.write(changes);
        await engine.apply(changes);
      },
      restart: async () => {
        await engine.close();
        engine = await documents.openEngine();
      },
      dispose: async () => {
        await engine.close();
        await documents.removeAll();
      },
    };
  }

  engineContract('one shard', () => openForContract(documents), { runs: 0.3 });
  engineContract('three shards', () => openForContract(divided), { runs: 0.15 });
  searchContract('opensearch', () => openForContract(documents));
  explanationContract('opensearch', () => openForContract(documents));
  synonymsContract('opensearch', () => openForContract(documents));
  curationsContract('opensearch', () => openForContract(documents));

  rankingContract(
    'opensearch',
    async () => {
      await ranked.removeAll();
      return {
        write: async (changes) => {
          await ranked.write(changes);
          await ranked.refresh();
        },
        find: async (plan) => findAnalysed(plan, ranked.queryTools()),
      };
    },
    { numRuns: 15, endOnFailure: true, adapt: withoutPairs },
  );
});

/** Pairs of characters have positions of their own in a cluster; the words that these plans call pairs have none there. */
function withoutPairs<Plan extends { text: AnalysedQuery }>(plan: Plan): Plan {
  const { text } = plan;
  if (text.kind !== 'search' || text.lexical === null) return plan;
  const ofWords = <One extends Phrase | null>(phrase: One): One => phrase && { ...phrase, of: 'words' };
  const { phrases, excludedPhrases, verbatim } = text.lexical;
  const lexical = {
    ...text.lexical,
    phrases: phrases.map(ofWords),
    excludedPhrases: excludedPhrases.map(ofWords),
    verbatim: ofWords(verbatim),
  };
  return { ...plan, text: { ...text, lexical } };
}
