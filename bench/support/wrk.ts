import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY } from './service.js';

export interface Throughput {
  perSecond: number;
  p50: number;
  p99: number;
  slowest: number;
  /** Requests without an answer, or with an error as answer. */
  failed: number;
}

/** HTTP clients that send the bodies in turn: wrk (`apt-get install wrk`), in one thread. */
export class Clients {
  readonly #folder = mkdtempSync(join(tmpdir(), 'bench-wrk-'));
  readonly #script = join(this.#folder, 'requests.lua');

  constructor(
    path: string,
    bodies: readonly object[],
    readonly count: number,
  ) {
    writeFileSync(this.#script, requestScript(path, bodies));
  }

  /** Times are in milliseconds. */
  run(url: string, seconds: number): Throughput {
    const { stdout, error } = spawnSync('wrk', [`-d${seconds}s`, '-t1', `-c${this.count}`, '-s', this.#script, url], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw new Error(`wrk can't be started: ${error.message}`);
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** A Lua script for wrk. When it is done, it writes the figures as one line of JSON. */
function requestScript(path: string, bodies: readonly object[]): string {
  const texts = bodies.map((body) => JSON.stringify(JSON.stringify(body).replace(/[^\x20-\x7e]/g, ' ')));
  return `local bodies = { ${texts.join(',\n')} }
local headers = { ["x-api-key"] = "${KEY}", ["content-type"] = "application/json" }
local requests = {}
local next = 0
init = function()
  for i, body in ipairs(bodies) do requests[i] = wrk.format("POST", "/v20241104${path}", headers, body) end
end
request = function()
  next = next % #requests + 1
  return requests[next]
end
done = function(summary, latency)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  local line = '{ "perSecond": %f, "p50": %f, "p99": %f, "slowest": %f, "failed": %d }'
  local perSecond = summary.requests / summary.duration * 1000000
  io.write(string.format(line, perSecond, latency:percentile(50) / 1000, latency:percentile(99) / 1000, latency.max / 1000, failed), "\\n")
end
`;
}
