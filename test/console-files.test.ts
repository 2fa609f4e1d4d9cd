import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from './harness/service.js';

describe('the files of the console', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.dispose());

  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { headers, redirect: 'manual' });

  it('need no key, and / leads to them', async () => {
    const root = await open('/');
    expect([root.status, root.headers.get('location')]).toEqual([302, '/console/']);
    expect((await open('/console')).headers.get('location')).toBe('/console/');
    const page = await open('/console/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<div id="root">');
  });

  it('are the same page under every path of a page', async () => {
    const page = await (await open('/console/')).text();
    expect(await (await open('/console/documents/some%20id?start=3')).text()).toBe(page);
  });

  it('allow scripts, styles and requests of their own origin alone', async () => {
    const { headers } = await open('/console/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('come compressed, and once', async () => {
    const [, script] = /src="([^"]+\.js)"/.exec(await (await open('/console/')).text())!;
    const compressed = await open(script!, { 'Accept-Encoding': 'gzip, br' });
    expect(compressed.headers.get('content-encoding')).toBe('br');
    expect(compressed.headers.get('cache-control')).toContain('immutable');
    const plain = await open(script!, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(await compressed.text());
    const page = await open('/console/');
    expect((await open('/console/', { 'If-None-Match': page.headers.get('etag')! })).status).toBe(304);
  });

  it('are the only ones: no path leads out of their folder', async () => {
    const paths = [
      '/console/assets/none.js',
      '/console/../package.json',
      '/console/assets/..%2f..%2fcli%2fmain.js',
      '/console/%2e%2e/%2e%2e/package.json',
      '/console//etc/passwd.html',
    ];
    for (const path of paths) expect([401, 404]).toContain(await rawStatus(`${service.url}${path}`));
  });
});

/** `fetch` would resolve the dots of the path itself. */
function rawStatus(url: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  const path = url.slice(url.indexOf('/', 'http://'.length));
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
