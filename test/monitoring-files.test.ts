import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from './harness/service-under-test.js';

const shared = useService();

/** Words of PromQL in our files that are neither metrics nor labels. */
const LANGUAGE = ['sum', 'by', 'and', 'rate', 'delta', 'histogram_quantile', 'label_values'];
/** Made by Prometheus itself for every target. */
const BY_PROMETHEUS = ['up'];

/** The names of metrics in an expression: what is left of it without strings, labels, durations and numbers. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/, (?:job|instance)\)/g, ')');
  return (bare.match(/[a-zA-Z_:][\w:]*/g) ?? []).filter((word) => !LANGUAGE.includes(word));
}

describe('the files for Grafana and Prometheus', () => {
  let known: Set<string>;
  let dashboard: { panels: { targets: { expr: string }[] }[]; templating: { list: { query: unknown }[] } };
  let alerts: string;

  beforeAll(async () => {
    await shared.client.addDocument({ id: 'measured', title: 'T', tenant_id: 't' });
    await shared.client.search({ query: 'T' });
    const { text } = await shared.client.get('/metrics');
    known = new Set([...text.matchAll(/^([a-zA-Z_]\w*)(?:\{.*\})? \S+$/gm)].map(([, name]) => name));
    dashboard = JSON.parse(await readFile('packaging/grafana/sextant.json', 'utf8'));
    alerts = await readFile('packaging/prometheus/alerts.yml', 'utf8');
  });

  const unknownIn = (expressions: string[]) => {
    const used = expressions.flatMap(metricsIn);
    expect(used.length).toBeGreaterThan(5);
    return [...new Set(used)].filter((name) => !known.has(name) && !BY_PROMETHEUS.includes(name));
  };

  it('the dashboard uses only metrics that the service has', () => {
    const panels = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const variables = dashboard.templating.list.flatMap(({ query }) =>
      typeof query === 'object' && query !== null && 'query' in query ? String(query.query) : [],
    );
    expect(unknownIn([...panels, ...variables])).toEqual([]);
  });

  it('the alerts do, too, and each says what to do', () => {
    const rules = alerts.split(/^ {6}- alert: /m).slice(1);
    const expressions = rules.map((rule) => /^ {8}expr: (?:\|\n)?([\s\S]*?)\n {8}\w+:/m.exec(rule)?.[1] ?? '');
    expect(unknownIn(expressions)).toEqual([]);
    for (const rule of rules)
      expect(rule).toMatch(/severity: (?:warning|critical)[\s\S]*summary: .*[\s\S]*description: /);
  });
});
