import { afterEach, expect, it } from 'vitest';
import { ClusterStorages } from '../../testing/cluster-storages.js';
import { describeOnCluster } from '../../testing/opensearch-cluster.js';
import { ScratchStorages } from '../../testing/scratch-storage.js';
import { documentWith, put } from '../../testing/stored-samples.js';
import { COUNTS, contentOf, DOCUMENTS, fill } from '../../testing/whole-storage.js';
import { CopyIncomplete, type CopyProgress, copyStorage } from './copy-storage.js';

describeOnCluster('a copy', (place) => {
  const scratch = new ScratchStorages();
  const storages = new ClusterStorages(place);
  afterEach(async () => {
    await scratch.cleanUp();
    await storages.cleanUp();
  });

  it('from a folder to a cluster and back is the same, byte for byte', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    const back = await scratch.open();
    await fill(folder);
    const reports: CopyProgress[] = [];
    const counts = await copyStorage(folder, cluster, { onProgress: (report) => void reports.push(report) });
    expect(counts).toEqual(COUNTS);
    expect(reports.at(-2)).toEqual({
      part: 'documents',
      mode: 'live',
      done: DOCUMENTS,
      total: DOCUMENTS,
      last: 'd0259',
    });
    expect(await copyStorage(cluster, back)).toEqual(counts);
    const original = await contentOf(folder);
    expect(await contentOf(cluster)).toEqual(original);
    expect(await contentOf(back)).toEqual(original);
  });

  it('that was broken off is completed by another run, which writes only what is missing', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    await fill(folder);
    const stop = new AbortController();
    const onProgress = ({ part }: CopyProgress) => {
      if (part === 'documents') stop.abort(new Error('enough'));
    };
    await put(cluster, documentWith('d0003', { title: 'half of another state' }));
    await expect(copyStorage(folder, cluster, { onProgress, signal: stop.signal })).rejects.toThrow('enough');
    const written: string[] = [];
    cluster.documents('live').onCommit(async (changes) => {
      for (const change of changes) written.push(change.kind === 'put' ? change.document.id : change.id);
    });
    await cluster.documents('live').write([{ id: 'd0005', decide: () => 'delete' }]);
    await put(cluster, documentWith('d0004'));
    await copyStorage(folder, cluster);
    expect(written.slice(2).slice(0, 2)).toEqual(['d0004', 'd0005']);
    expect(await contentOf(cluster)).toEqual(await contentOf(folder));
  });

  it('continues after a document', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    const third = await scratch.open();
    await fill(folder);
    await copyStorage(folder, cluster);
    await put(third, documentWith('d0000'));
    await expect(copyStorage(cluster, third, { after: { live: 'd0258' } })).rejects.toThrow(CopyIncomplete);
    expect(await third.documents('live').getMany(['d0258', 'd0259'], ['head'])).toMatchObject([
      null,
      { head: { id: 'd0259' } },
    ]);
  });

  it('with something else in it is refused in the end', async () => {
    const folder = await scratch.open();
    const cluster = await storages.open();
    await fill(folder);
    await put(cluster, documentWith('other'));
    await expect(copyStorage(folder, cluster)).rejects.toThrow(CopyIncomplete);
  });
});
