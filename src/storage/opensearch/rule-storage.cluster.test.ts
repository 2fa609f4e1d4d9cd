import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../../testing/cluster-storages.js';
import { describeOnCluster } from '../../../testing/opensearch-cluster.js';
import { allRules, synonymWith } from '../contract/rule-laws.js';

describeOnCluster('rules of several instances', (place) => {
  const storages = new ClusterStorages(place);
  afterEach(() => storages.cleanUp());

  it('are seen by the others within a second, and asked for once in this time', async () => {
    let milliseconds = 0;
    const prefix = place.newPrefix();
    const [one, other] = [
      (await storages.open(prefix)).synonyms('live'),
      (await storages.open(prefix, { now: () => milliseconds })).synonyms('live'),
    ];
    const before = await other.revision('recently');
    await one.write({ id: 'a', decide: () => synonymWith('a') });
    milliseconds = 999;
    expect(await other.revision('recently')).toBe(before);
    milliseconds = 1000;
    const after = await other.revision('recently');
    expect(after).not.toBe(before);
    expect(await one.revision('recently')).toBe(after);
    expect(await allRules(other)).toEqual([synonymWith('a')]);
    await other.write({ id: 'a', decide: () => 'delete' });
    expect(await other.revision('recently')).toBe(before);
  });
});
