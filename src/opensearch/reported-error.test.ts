import { describe, expect, it } from 'vitest';
import { ClusterDenial, ClusterRefusal, ClusterTrouble } from './cluster-errors.js';
import { readReportedError } from './reported-error.js';

describe('an error that may pass', () => {
  it.each([
    [
      429,
      'cluster_block_exception',
      'index [a] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];',
      'read_only',
    ],
    [403, 'cluster_block_exception', 'index [a] blocked by: [FORBIDDEN/8/index write (api)];', 'read_only'],
    [503, 'cluster_block_exception', 'blocked by: [SERVICE_UNAVAILABLE/2/no cluster manager];', 'no_manager'],
    [
      503,
      'cluster_block_exception',
      'blocked by: [SERVICE_UNAVAILABLE/1/state not recovered / initialized];',
      'no_manager',
    ],
    [503, 'cluster_manager_not_discovered_exception', '', 'no_manager'],
    [
      503,
      'process_cluster_event_timeout_exception',
      'failed to process cluster event (put-mapping) within 30s',
      'no_manager',
    ],
    [429, 'rejected_execution_exception', 'rejected execution of coordinating operation', 'overloaded'],
    [429, 'circuit_breaking_exception', '[parent] Data too large', 'overloaded'],
    [503, 'unavailable_shards_exception', 'primary shard is not active', 'shards_unavailable'],
    [503, 'search_phase_execution_exception', 'all shards failed', 'shards_unavailable'],
    [404, 'index_not_found_exception', 'no such index [a]', 'index_missing'],
    [400, 'index_closed_exception', 'closed', 'index_missing'],
    [404, 'search_context_missing_exception', 'No search context found for id [1]', 'shards_unavailable'],
    [500, 'node_not_connected_exception', 'Node not connected', 'unreachable'],
    [500, 'receive_timeout_transport_exception', '', 'timeout'],
    [500, 'null_pointer_exception', '', 'failed'],
    [504, 'gateway_timeout', '', 'timeout'],
    [409, 'version_conflict_engine_exception', '', 'conflict'],
  ])('%i %s %s is trouble', (status, type, reason, kind) => {
    const trouble = readReportedError({ status, error: { type, reason } });
    expect(trouble).toBeInstanceOf(ClusterTrouble);
    expect(trouble).toMatchObject({ kind });
    expect(trouble.message).toMatch(/\.$/);
  });

  it('may be the cause of another', () => {
    const cause = { type: 'circuit_breaking_exception', reason: 'Data too large' };
    const error = { type: 'search_phase_execution_exception', failed_shards: [{ shard: 0, reason: cause }] };
    expect(readReportedError({ status: 500, error })).toMatchObject({ kind: 'overloaded' });
  });

  it('may come from a proxy, without an explanation', () => {
    expect(readReportedError({ status: 502, error: null })).toMatchObject({ kind: 'unreachable' });
  });
});

describe('a lack of rights', () => {
  it('is told to callers without what the cluster says about users, and to operators with it', () => {
    const wrongPassword = readReportedError({ status: 401, error: null });
    expect(wrongPassword).toBeInstanceOf(ClusterDenial);
    expect(wrongPassword.message).toContain('SEXTANT_OPENSEARCH_PASSWORD');
    const reason = 'no permissions for [indices:data/write/bulk] and User [name=writer]';
    const denial = readReportedError({ status: 403, error: { type: 'security_exception', reason } });
    expect(denial).toBeInstanceOf(ClusterDenial);
    expect(denial.message).not.toContain('writer');
    expect((denial as ClusterDenial).inDetail).toContain(reason);
  });
});

it('says which limit of the cluster a request exceeds', () => {
  const denial = readReportedError({ status: 413, error: null });
  expect(denial).toBeInstanceOf(ClusterDenial);
  expect(denial.message).toContain('http.max_content_length');
});

describe('an error that will come again', () => {
  it.each([
    [
      400,
      { type: 'mapper_parsing_exception', reason: 'failed to parse', caused_by: { type: 'x', reason: 'why' } },
      'why',
    ],
    [
      503,
      {
        type: 'search_phase_execution_exception',
        reason: '',
        caused_by: { type: 'too_many_buckets_exception', reason: 'Trying to create too many buckets' },
      },
      'too many buckets',
    ],
  ])('%i is a refusal', (status, error, words) => {
    const refusal = readReportedError({ status, error });
    expect(refusal).toBeInstanceOf(ClusterRefusal);
    expect(refusal.message).toContain(words);
  });

  it('quotes no more than a little of a document', () => {
    const error = { type: 'mapper_parsing_exception', reason: 'word '.repeat(10_000) };
    expect(readReportedError({ status: 400, error }).message.length).toBeLessThan(600);
  });
});
