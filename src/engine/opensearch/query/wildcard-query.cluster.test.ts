import { expect, it } from 'vitest';
import { describeOnCluster } from '../../../../testing/opensearch-cluster.js';
import { bulk } from '../../../opensearch/bulk.js';
import type { Cluster } from '../../../opensearch/cluster.js';
import { ensureIndex, refresh } from '../../../opensearch/indexes.js';
import { search } from '../../../opensearch/search.js';
import { compileWildcard } from '../../embedded/filter/wildcard.js';
import { wildcardQuery } from './wildcard-query.js';

const TEXTS = [
  'a'.repeat(250),
  `${'a'.repeat(249)}b`,
  'ab',
  'a*b',
  'a?b',
  'a\\b',
  'äöü🧭',
  '🧭',
  'x',
  'a\\',
  `s${'ab'.repeat(200)}`,
];
const PATTERNS = [
  ...['*', '?', '??', '*b', 'a*', '*a*b*', 'a\\*b', 'a\\?b', 'a\\\\b', 'a\\', '?*?*?*', '*🧭', '???🧭', '\\x'],
  ...['?'.repeat(250), '*?'.repeat(125), '*a'.repeat(250), `${'*a'.repeat(249)}b`, `${'*a'.repeat(249)}*b`],
  ...[
    `*a${'?'.repeat(40)}`,
    `*a${'?'.repeat(40)}*b`,
    `s${'*ab'.repeat(200)}`,
    `*${'a'.repeat(200)}*`,
    `a${'*a'.repeat(240)}\\`,
  ],
];

describeOnCluster('wildcards', (place) => {
  let filled: Promise<{ cluster: Cluster; alias: string }> | null = null;

  async function fill(): Promise<{ cluster: Cluster; alias: string }> {
    const cluster = await place.open();
    const mappings = { dynamic: 'strict', properties: { text: { type: 'keyword' } } };
    const { alias } = await ensureIndex(cluster, { name: 'texts', version: 1, settings: {}, mappings });
    await bulk(
      cluster,
      alias,
      TEXTS.map((text, i) => ({ kind: 'put', id: String(i), source: { text } })),
    );
    await refresh(cluster, alias);
    return { cluster, alias };
  }

  it.each(PATTERNS)('%s finds what the embedded engine finds', async (pattern) => {
    filled ??= fill();
    const { cluster, alias } = await filled;
    for (const prefix of ['', 's']) {
      const query = wildcardQuery('text', pattern, prefix);
      const { hits } = await search<{ text: string }>(cluster, alias, { query, size: 100 });
      const { matches } = compileWildcard(pattern);
      const expected = TEXTS.filter((text) => text.startsWith(prefix) && matches(text.slice(prefix.length)));
      expect(hits.hits.map(({ _source }) => _source?.text).sort()).toEqual(expected.sort());
    }
  });
});
