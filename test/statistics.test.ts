import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Json, VERSION } from './harness/client.js';
import { ENGINE } from './harness/engine.js';
import { expectError, expectProblems, expectSuccess, ISO_UTC } from './harness/expectations.js';
import { issueKey, type KeyWishes } from './harness/keys.js';
import { OpenImport } from './harness/open-import.js';
import { type Service, startService } from './harness/service.js';

type Series = (number | null)[];
type Operation = 'search' | 'answers' | 'writes' | 'other';

interface StatisticsBody {
  times: string[];
  step: string;
  series: Record<'requests' | 'client_errors' | 'server_errors' | 'latency_p50_ms', Record<Operation, Series>> &
    Record<'documents' | 'passages' | 'index_bytes', Record<'live' | 'test', Series>> &
    Record<'semantic_tokens' | 'disk_bytes' | 'memory_bytes' | 'event_loop_delay_ms', Series>;
}

interface ActivityBody {
  kind: string;
  mode: string;
  status: string;
  started_at: string;
  received: number;
  done: number;
  failed: number;
}

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const clientWith = async (wishes: KeyWishes) => service.client.withKey((await issueKey(service.client, wishes)).key);
const browse = (client: Client, request: Json = {}) => client.post(`${VERSION}/statistics/browse`, request);
const activity = (client: Client) => client.get(`${VERSION}/activity`);

async function statisticsOf(client: Client, request: Json = {}): Promise<StatisticsBody> {
  const answer = await browse(client, request);
  expectSuccess(answer, 'statistics_result');
  return answer.body as unknown as StatisticsBody;
}

async function activitiesOf(client: Client): Promise<ActivityBody[]> {
  const answer = await activity(client);
  expectSuccess(answer, 'activity_list');
  return answer.body.data as unknown as ActivityBody[];
}

const sum = (series: Series) => series.reduce((total: number, value) => total + (value ?? 0), 0);
const last = (series: Series) => series.at(-1);

describe('statistics', () => {
  it('count requests by what they are for, and still do after a restart', async () => {
    const { client } = service;
    await client.addDocument({ id: 'a', title: 'Tides', tenant_id: 't', content: 'The Moon pulls the oceans.' });
    await client.search({ query: 'oceans', search_type: 'hybrid' });
    await client.search({ query: 7 as unknown as string });
    await client.get('/no/such/path');
    await client.get('/healthz');
    // A request counts when its connection has taken the answer, which can be after the client has seen it.
    await expect.poll(async () => sum((await statisticsOf(client)).series.requests.other)).toBe(1);
    const { series, times, step } = await statisticsOf(client);
    expect(step).toBe('15s');
    for (const time of times) expect(time).toMatch(ISO_UTC);
    expect(series.requests).toMatchObject({ search: expect.any(Array), answers: expect.any(Array) });
    expect(Object.values(series.requests).map((counts) => counts.length)).toEqual(Array(4).fill(times.length));
    expect(sum(series.requests.search)).toBe(2);
    expect(sum(series.client_errors.search)).toBe(1);
    expect(sum(series.requests.writes)).toBe(1);
    expect(sum(series.server_errors.writes)).toBe(0);
    expect(series.latency_p50_ms.writes.filter((milliseconds) => milliseconds !== null)).toHaveLength(1);
    expect(sum(series.semantic_tokens)).toBeGreaterThan(5);
    expect([last(series.documents.live), last(series.documents.test), last(series.passages.live)]).toEqual([1, 0, 1]);
    expect(last(series.memory_bytes)).toBeGreaterThan(1000);
    // In a cluster, the documents are not in the data folder.
    expect(last(series.disk_bytes)).toBeGreaterThanOrEqual(ENGINE === 'embedded' ? 1000 : 0);

    await service.stop();
    service = await startService({ folder: service.folder });
    for (const asked of [{}, { step: '5m' }, { step: '1d' }]) {
      const { series: kept } = await statisticsOf(service.client, asked);
      expect(sum(kept.requests.search)).toBe(2);
      expect(sum(kept.client_errors.search)).toBe(1);
      expect(last(kept.documents.live)).toBe(1);
    }
  });

  it('tell test keys nothing of live documents', async () => {
    const { series } = await statisticsOf(await clientWith({ mode: 'test', scopes: 'metrics' }));
    for (const { live, test } of [series.documents, series.passages, series.index_bytes]) {
      expect([last(live), last(test)]).toEqual([null, expect.any(Number)]);
    }
  });

  it('have nothing of times when the service did not run', async () => {
    const { series, times } = await statisticsOf(service.client, { from: '2024-01-01', to: '2024-01-03', step: '6h' });
    expect(times).toHaveLength(8);
    expect(times[0]).toBe('2024-01-01T00:00:00.000Z');
    expect(series.requests.search).toEqual(Array(8).fill(null));
    expect(series.memory_bytes).toEqual(Array(8).fill(null));
  });

  it('choose a step that suits the time asked for', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const stepFor = async (hours: number) => (await statisticsOf(service.client, { from: ago(hours) })).step;
    expect(await Promise.all([1, 24, 72, 24 * 30, 24 * 360].map(stepFor))).toEqual(['15s', '5m', '15m', '6h', '1d']);
  });

  it('refuse what is wrong with a request, all at once', async () => {
    expectProblems(await browse(service.client, { from: 'yesterday', to: 5, step: '2s', limit: 1 }), {
      from: 'parameter_invalid',
      to: 'parameter_type',
      step: 'parameter_invalid',
      limit: 'parameter_unknown',
    });
    const refusals: [Json, string][] = [
      [{ from: '2024-01-02', to: '2024-01-01' }, 'to'],
      [{ from: '2024-01-02', step: '15s' }, 'step'],
      [{ from: '1900-01-01' }, 'from'],
      [{ to: '0000-01-01' }, 'to'],
    ];
    for (const [request, param] of refusals) {
      expectProblems(await browse(service.client, request), { [param]: 'parameter_invalid' });
    }
    const { times } = await statisticsOf(service.client, { from: '1900-01-01', to: '1900-02-01', step: '1d' });
    expect(times).toHaveLength(31);
    const { body } = await browse(service.client, { to: '0000-01-01T00:30' });
    expect(body.from).toBe('0000-01-01T00:00:00.000Z');
  });

  it('and activity are not for keys that are bound to tenants', async () => {
    const bound = await clientWith({ scopes: 'admin,metrics', tenants: 'a' });
    expectError(await browse(bound), 403, 'tenant_not_allowed');
    expectError(await activity(bound), 403, 'tenant_not_allowed');
  });
});

describe('activity', () => {
  it('shows an import while it goes on, to keys of its mode', async () => {
    const open = new OpenImport(service.url);
    const line = (title: string) => JSON.stringify({ title, tenant_id: 't' });
    await open.write(`${line('One')}\n${line('Two')}\n${line('')}\n`);
    const imports = async () => (await activitiesOf(service.client)).filter(({ kind }) => kind === 'import');
    await expect
      .poll(imports)
      .toMatchObject([
        { mode: 'live', status: 'running', received: 3, done: 2, failed: 1, total: null, progress: null },
      ]);
    const [{ started_at }] = await imports();
    expect(started_at).toMatch(ISO_UTC);
    const tester = await clientWith({ mode: 'test', scopes: 'metrics' });
    expect(await activitiesOf(tester)).toEqual([]);
    open.end();
    expect(await open.lines()).toHaveLength(4);
    await expect.poll(imports).toEqual([]);
  });
});
