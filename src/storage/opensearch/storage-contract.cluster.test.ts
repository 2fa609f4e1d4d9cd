import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { describeStorage } from '../contract/storage-contract.js';

describeOnCluster('OpenSearch', (place) => {
  const storages = new ClusterStorages(place);

  describeStorage('OpenSearch', {
    newPlace: () => place.newPrefix(),
    open: (prefix) => storages.open(prefix, { shards: 2 }),
    cleanUp: () => storages.cleanUp(),
    randomRuns: 12,
  });
});
