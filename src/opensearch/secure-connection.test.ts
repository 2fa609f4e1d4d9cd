import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClusterSettings, openCluster } from './cluster.js';
import { ClusterDenial } from './cluster-errors.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasOpenssl)('a cluster with certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-certificates-'));
  let server: Server;
  let url: string;

  beforeAll(async () => {
    selfSigned('node', '127.0.0.1');
    selfSigned('client', 'sextant');
    server = createServer(
      {
        cert: read('node.pem'),
        key: read('node.key'),
        ca: read('client.pem'),
        requestCert: true,
        rejectUnauthorized: false,
      },
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ known: (request.socket as TLSSocket).authorized }));
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  function selfSigned(name: string, subject: string): void {
    const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
    const names = ['-subj', `/CN=${subject}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...kind, ...files, ...names], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  }

  function read(name: string): Buffer {
    return readFileSync(join(folder, name));
  }

  async function ask(files: Partial<ClusterSettings>): Promise<unknown> {
    const settings = { urls: [url], prefix: 'things', replicas: 0, shards: 1, requestMilliseconds: 5000 };
    const cluster = await openCluster({ ...settings, ...files });
    try {
      return (await cluster.read({ method: 'GET', path: '/' })).body;
    } finally {
      await cluster.close();
    }
  }

  it('is trusted if its authority is named', async () => {
    expect(await ask({ caFile: join(folder, 'node.pem') })).toEqual({ known: false });
  });

  it('knows us by our certificate', async () => {
    const [caFile, certFile, keyFile] = ['node.pem', 'client.pem', 'client.key'].map((name) => join(folder, name));
    expect(await ask({ caFile, certFile, keyFile })).toEqual({ known: true });
  });

  it('is not trusted otherwise', async () => {
    const denial = await ask({}).catch((error: unknown) => error);
    expect(denial).toBeInstanceOf(ClusterDenial);
    expect((denial as ClusterDenial).message).toContain('SEXTANT_OPENSEARCH_CA_FILE');
    expect((denial as ClusterDenial).inDetail).toContain('certificate');
  });
});
