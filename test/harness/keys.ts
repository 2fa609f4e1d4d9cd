import { type Client, VERSION } from './client.js';
import { runSextant } from './sextant-process.js';

export interface KeyWishes {
  name?: string;
  mode?: 'live' | 'test';
  scopes?: string;
  tenants?: string;
  expires?: string;
  'rate-limit'?: string;
}

export interface IssuedKey {
  id: string;
  name: string;
  key: string;
  mode: string;
  scopes: string[];
  tenants: string[] | null;
  expires_at: string | null;
}

/** Makes a key over the API, with a key that may do everything. A command takes a hundred times as long. */
export async function issueKey(client: Client, wishes: KeyWishes = {}): Promise<IssuedKey> {
  const { name = 'a test', mode, scopes, tenants, expires, 'rate-limit': rateLimit } = wishes;
  const { status, text } = await client.post(`${VERSION}/keys`, {
    name,
    mode,
    scopes: scopes?.split(','),
    tenants: tenants?.split(','),
    expires_at: expires,
    rate_limit: rateLimit === undefined ? undefined : Number(rateLimit),
  });
  if (status !== 200) throw new Error(`No key was made: ${text}`);
  return JSON.parse(text);
}

/** Makes a key with `sextant keys create`, as a person would. */
export async function issueKeyByCommand(folder: string, wishes: KeyWishes = {}): Promise<IssuedKey> {
  const options = Object.entries({ name: 'a test', ...wishes }).flatMap(([name, value]) => [`--${name}`, value]);
  return JSON.parse(await runKeys(folder, ['create', ...options, '--json']));
}

/** What `sextant keys …` prints; it must succeed. */
export async function runKeys(folder: string, words: readonly string[]): Promise<string> {
  const { exitCode, output, errors } = await runSextant(['keys', ...words], {
    environment: { SEXTANT_DATA_DIR: folder },
  });
  if (exitCode !== 0) throw new Error(`sextant keys ${words.join(' ')} ended with ${exitCode}: ${errors}`);
  return output;
}
