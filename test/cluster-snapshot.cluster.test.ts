import { expect, it } from 'vitest';
import { VERSION } from './harness/client.js';
import { describeOnCluster } from './harness/cluster.js';
import { startService } from './harness/service.js';

type NodeSettings = { nodes: Record<string, { settings?: { path?: { repo?: string[] } } }> };

/** As docs/cluster.md describes it. Nodes that may keep no snapshots (`path.repo`) can't be asked for one. */
describeOnCluster("a cluster's own snapshot", (places) => {
  it('brings back what was deleted, and the service that runs serves it again', async (context) => {
    const { nodes } = await places.ask<NodeSettings>('GET', '/_nodes/settings?filter_path=nodes.*.settings.path.repo');
    if (Object.values(nodes ?? {}).some(({ settings }) => settings?.path?.repo === undefined)) context.skip();
    const prefix = places.newPrefix();
    const repository = `/_snapshot/${prefix}`;
    const service = await startService({ environment: places.settings(prefix) });
    const { client } = service;
    const found = async () => {
      const { body } = await client.search({ query: 'couch', search_type: 'lexical' });
      return body.data.map(({ id }) => id);
    };
    try {
      await client.addDocument({ id: 'sofa', title: 'A sofa by the harbour', tenant_id: 't' });
      await client.post(`${VERSION}/synonyms`, { id: 'seats', equivalent: ['sofa', 'couch'] });
      expect(await found()).toEqual(['sofa']);
      await places.ask('PUT', repository, { type: 'fs', settings: { location: prefix } });
      const taken = { indices: `${prefix}-*`, include_global_state: false };
      await places.ask('PUT', `${repository}/first?wait_for_completion=true`, taken);
      await client.addDocument({ id: 'later', title: 'A couch that came later', tenant_id: 't' });
      for (const index of await places.indexes(prefix)) await places.ask('DELETE', `/${index}`);
      expect((await client.getDocument('sofa')).status).toBe(503);
      await places.ask('POST', `${repository}/first/_restore?wait_for_completion=true`, taken);
      await expect.poll(async () => (await client.get('/readyz')).status, { timeout: 60_000 }).toBe(200);
      expect((await client.getDocument('sofa')).status).toBe(200);
      expect((await client.getDocument('later')).status).toBe(404);
      expect(await found()).toEqual(['sofa']);
      expect((await client.addDocument({ id: 'after', title: 'A couch', tenant_id: 't' })).status).toBe(200);
      expect((await found()).sort()).toEqual(['after', 'sofa']);
    } finally {
      await service.dispose();
      await places.ask('DELETE', `${repository}/first`).catch(() => undefined);
      await places.ask('DELETE', repository).catch(() => undefined);
    }
  });
});
