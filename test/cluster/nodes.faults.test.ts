import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VERSION } from '../harness/client.js';
import { FaultyCluster, HAS_FAULTY_CLUSTER } from '../harness/faulty-cluster.js';
import type { Service } from '../harness/service.js';
import { ServicesOnCluster } from '../harness/services-on-cluster.js';
import { SteadyClients } from '../harness/steady-clients.js';
import { SteadyRuleWriters } from '../harness/steady-rule-writers.js';
import { expectAllKept, expectClear } from './expect-kept.js';

/** Shorter than what the nodes grant each other before they give one up. */
const SLOW_MILLISECONDS = 2000;
/** A node takes up to a minute to start on a busy machine, and as long until its copies are complete. */
const RESTARTS_MILLISECONDS = 420_000;

describe.skipIf(!HAS_FAULTY_CLUSTER)('a service whose nodes fail under load', () => {
  const cluster = new FaultyCluster();
  const services = new ServicesOnCluster(cluster);
  let service: Service;

  beforeAll(async () => {
    await cluster.repair();
    service = await services.start();
  });
  beforeEach(() => cluster.repair());
  afterAll(async () => {
    await services.dispose();
    await cluster.repair();
  });

  /** The service must write on after the fault, without a restart. */
  async function underLoad(word: string, fault: () => Promise<void>): Promise<void> {
    const clients = new SteadyClients(service.client, word);
    await clients.writeOn(20);
    await fault();
    await clients.writeOn(20);
    await clients.stop();
    await expectAllKept(clients);
    expect((await service.client.get('/readyz')).status).toBe(200);
  }

  it('keeps everything while a node is slow', async () => {
    const [node] = (await cluster.roles()).others;
    await underLoad('slowness', async () => {
      cluster.suspend(node);
      await sleep(SLOW_MILLISECONDS);
      cluster.resume(node);
    });
  });

  it('keeps everything when a node is cut off until the others give it up, and comes back', async () => {
    const [node] = (await cluster.roles()).others;
    await underLoad('partition', async () => {
      cluster.suspend(node);
      await cluster.until('without it', ({ number_of_nodes }) => number_of_nodes === 2);
      cluster.resume(node);
      await cluster.until('complete again', ({ number_of_nodes }) => number_of_nodes === 3);
    });
  });

  it(
    'keeps everything while nodes are restarted one after the other, as for an upgrade',
    async () => {
      const { manager, others } = await cluster.roles();
      await underLoad('upgrade', async () => {
        for (const { name } of [others[0], manager]) {
          await cluster.allocate('primaries');
          await cluster.stop(cluster.nodes.find((node) => node.name === name)!);
          await cluster.startStopped();
          await cluster.until('complete again', ({ number_of_nodes }) => number_of_nodes === 3);
          await cluster.allocate(null);
          await cluster.until('green', ({ status }) => status === 'green');
        }
      });
    },
    RESTARTS_MILLISECONDS,
  );

  it('keeps everything when a node with documents is killed', async () => {
    const [node] = (await cluster.roles()).others;
    await underLoad('murder', async () => void cluster.kill(node));
  });

  it('keeps everything when the manager is killed', async () => {
    const { manager } = await cluster.roles();
    await underLoad('regicide', async () => void cluster.kill(manager));
  });

  it('keeps every rule that was written, changed and deleted while the node that takes the writes is killed', async () => {
    const shards = await cluster.ask<{ node: string; prirep: string }[]>(
      `/_cat/shards/${services.prefix}-records?format=json&h=node,prirep`,
    );
    const holder = shards.find(({ prirep }) => prirep === 'p')?.node;
    const [node] = cluster.nodes.filter(({ name }) => name === holder);
    const writers = new SteadyRuleWriters(service.client);
    await writers.writeOn(20);
    cluster.kill(node);
    await writers.writeOn(40);
    await writers.stop();
    expectClear(writers.refusals);
    expect(await allSynonyms()).toEqual(writers.acknowledged);
    // What is kept is applied as well.
    const [[id, other]] = writers.acknowledged;
    const { body } = await service.client.search({ query: id, search_type: 'lexical' });
    expect(body).toMatchObject({ applied_synonyms: [{ id, as: [other] }] });
  });

  /** What stands for each. */
  async function allSynonyms(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (let page: number | null = 1; page !== null; ) {
      const answer = await service.client.post(`${VERSION}/synonyms/browse`, { limit: 100, page });
      expect(answer.status, answer.text).toBe(200);
      for (const { id, equivalent } of answer.body.data as unknown as { id: string; equivalent: string[] }[]) {
        found.set(id, equivalent[1]);
      }
      page = answer.body.next_page;
    }
    return found;
  }
});
