import { beforeAll } from 'vitest';
import { ClusterDocuments } from '../../../testing/cluster-documents.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { type EngineUnderTest, engineContract } from '../contract/engine-contract.js';
import { searchContract } from '../contract/search-contract.js';

describeOnCluster('the OpenSearch engine', (place) => {
  let documents: ClusterDocuments;

  beforeAll(async () => {
    documents = await ClusterDocuments.create(await place.open(), 'contract');
  });

  async function openForContract(): Promise<EngineUnderTest> {
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

  engineContract('opensearch', openForContract);
  searchContract('opensearch', openForContract);
});
