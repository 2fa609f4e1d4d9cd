import { afterEach, expect, it, vi } from 'vitest';
import { answer, type FakeNode, startFakeNode } from '../../testing/fake-node.js';
import { NodeWatch } from './node-watch.js';

const closed: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closed.splice(0).reverse()) await close();
});

/** A node with a cluster state of this version; null while it does not answer. */
async function nodeWith(version: number | null): Promise<FakeNode & { version: number | null }> {
  const started = await startFakeNode((response, request) => {
    if (node.version !== null) answer(200, { version: node.version })(response, request);
  });
  const node = { ...started, version };
  closed.push(() => node.close());
  return node;
}

function watchOf(nodes: readonly FakeNode[]): NodeWatch {
  const watch = new NodeWatch(
    nodes.map(({ url }) => url),
    { maxRetries: 0 },
    { pauseMilliseconds: 10 },
  );
  closed.push(() => watch.close());
  return watch;
}

async function expectAsked(watch: NodeWatch, nodes: readonly FakeNode[], asked: readonly boolean[]): Promise<void> {
  await vi.waitFor(() => expect(nodes.map(({ url }) => watch.mayBeAsked(url))).toEqual(asked), { timeout: 10_000 });
}

it('passes over a node that is silent, and then until it knows what the others know', async () => {
  const nodes = [await nodeWith(7), await nodeWith(7), await nodeWith(7)];
  const watch = watchOf(nodes);
  await expectAsked(watch, nodes, [true, true, true]);
  nodes[1].version = null;
  await expectAsked(watch, nodes, [true, false, true]);
  nodes[0].version = nodes[2].version = 8;
  nodes[1].version = 7;
  const { length } = nodes[1].requests;
  await vi.waitFor(() => expect(nodes[1].requests.length).toBeGreaterThan(length + 5), { timeout: 10_000 });
  await expectAsked(watch, nodes, [true, false, true]);
  nodes[1].version = 8;
  await expectAsked(watch, nodes, [true, true, true]);
});

it('passes over a node that answers and was left behind', async () => {
  const nodes = [await nodeWith(3), await nodeWith(4)];
  await expectAsked(watchOf(nodes), nodes, [false, true]);
});

it('has any node asked if none is fit', async () => {
  const nodes = [await nodeWith(1), await nodeWith(2)];
  const watch = watchOf(nodes);
  await expectAsked(watch, nodes, [false, true]);
  await Promise.all(nodes.map((node) => node.close()));
  await expectAsked(watch, nodes, [true, true]);
});

it('asks nothing of a cluster that is given by one address', async () => {
  const [node, other] = [await nodeWith(1), await nodeWith(1)];
  const [alone, both] = [watchOf([node]), watchOf([node, other])];
  await vi.waitFor(() => expect(other.requests.length).toBeGreaterThan(2), { timeout: 10_000 });
  expect([alone.mayBeAsked(node.url), both.mayBeAsked(node.url)]).toEqual([true, true]);
  expect(Math.abs(node.requests.length - other.requests.length)).toBeLessThanOrEqual(1);
});
