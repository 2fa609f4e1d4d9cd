import { loadConfig } from '../config.js';
import { ServiceError } from '../domain/errors/error.js';
import { didYouMean } from '../domain/errors/problem.js';
import { checkKeyRequest, type KeyRequest } from '../operations/keys/key-request.js';
import {
  createKey,
  describeKey,
  type IssuedKey,
  isUsable,
  type ListedKey,
  listed,
  listKeys,
  revokeKey,
  rotateKey,
} from '../operations/keys/keys.js';
import { type Command, formatTable, onlyWord, parseWords, printLine, type Terminal, UsageError } from './command.js';
import { withStorage } from './with-storage.js';

type Action = (words: readonly string[], terminal: Terminal) => Promise<void>;

const ACTIONS: Record<string, Action> = { create, list, revoke, rotate };

export const keys: Command = {
  help: `Usage: sextant keys create --name NAME [options]
       sextant keys list [--json]
       sextant keys revoke ID
       sextant keys rotate ID [--json]

Keys are stored in the data folder (SEXTANT_DATA_DIR). A running service applies every change immediately.

  --name NAME          what the key is for, 1 to 100 characters
  --mode live|test     live and test keys have separate documents; default: live
  --tenants A,B        restrict the key to these tenants; default: all tenants
  --scopes A,B         any of read, write, generate, train, admin, metrics; default: the first four
  --expires DATE       ISO 8601, such as 2030-01-31 or 2030-01-31T12:00:00Z; default: never
  --rate-limit NUMBER  requests per minute; default: no limit
  --json               print JSON

create and rotate show the key itself, once. rotate replaces the secret of a key; the old one stops working immediately.`,

  async run(words, terminal) {
    const [name, ...rest] = words;
    const names = Object.keys(ACTIONS);
    if (name === undefined)
      throw new UsageError(`Choose a command: ${names.map((each) => `keys ${each}`).join(', ')}.`);
    if (!names.includes(name)) {
      throw new UsageError(
        `"keys ${name}" is not a command.${didYouMean(name, names) || ` The commands are ${names.join(', ')}.`}`,
      );
    }
    await ACTIONS[name](rest, terminal);
    return 0;
  },
};

const CREATE_OPTIONS = {
  name: { type: 'string' },
  mode: { type: 'string' },
  tenants: { type: 'string' },
  scopes: { type: 'string' },
  expires: { type: 'string' },
  'rate-limit': { type: 'string' },
  json: { type: 'boolean' },
} as const;

async function create(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = parseWords(words, { options: CREATE_OPTIONS });
  if (values.name === undefined) throw new UsageError('A key needs a name: --name NAME.');
  const request = {
    name: values.name,
    mode: values.mode,
    tenants: listOf(values.tenants),
    scopes: listOf(values.scopes),
    expires: values.expires,
    // Number('') is 0, but an empty value is invalid.
    rateLimit: values['rate-limit'] === undefined ? undefined : Number(values['rate-limit'] || Number.NaN),
  };
  checkOptions(request);
  const config = loadConfig(terminal.environment);
  const issued = await withStorage(config, (storage) => createKey(storage.keys, request, Date.now()));
  // A warning, not an error: keys may be mirrored from elsewhere, or expired on purpose for a test.
  if (!isUsable(issued.key, Date.now())) printLine(terminal.errors, 'Warning: this key has already expired.');
  printIssued(issued, values.json ? 'json' : 'text', terminal);
}

/** What is wrong with a request is wrong with the command line. Several items of a list may be wrong in the same way. */
function checkOptions(request: KeyRequest): void {
  try {
    checkKeyRequest(request);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new UsageError([...new Set(error.problems.map(({ message }) => message))].join('\n'));
  }
}

async function list(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = parseWords(words, { options: { json: { type: 'boolean' } } });
  const all = await withStorage(loadConfig(terminal.environment), (storage) => listKeys(storage.keys, Date.now()));
  if (values.json) printLine(terminal.output, JSON.stringify(all.map(describeKey), null, 2));
  else if (all.length === 0)
    printLine(terminal.output, 'There are no keys. Create one with `sextant keys create --name NAME`.');
  else
    printLine(
      terminal.output,
      formatTable(['ID', 'NAME', 'MODE', 'STATUS', 'SCOPES', 'TENANTS', 'EXPIRES'], all.map(rowOf)),
    );
}

async function revoke(words: readonly string[], terminal: Terminal): Promise<void> {
  const { positionals } = parseWords(words, { allowPositionals: true });
  const id = onlyWord(positionals, 'ID of a key');
  const config = loadConfig(terminal.environment);
  const key = await withStorage(config, (storage) => revokeKey(storage.keys, id, Date.now()));
  printLine(terminal.output, `The key "${key.name}" (${key.id}) has been revoked.`);
}

async function rotate(words: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = parseWords(words, { allowPositionals: true, options: { json: { type: 'boolean' } } });
  const id = onlyWord(positionals, 'ID of a key');
  const issued = await withStorage(loadConfig(terminal.environment), (storage) => rotateKey(storage.keys, id));
  printIssued(issued, values.json ? 'json' : 'text', terminal);
}

function listOf(written: string | undefined): string[] | undefined {
  if (written === undefined) return undefined;
  return written === '' ? [] : written.split(',').map((item) => item.trim());
}

function printIssued({ key, secret }: IssuedKey, format: 'json' | 'text', { output }: Terminal): void {
  const { id, name, mode, scopes, tenants, expires_at } = describeKey(listed(key, Date.now()));
  if (format === 'json')
    printLine(output, JSON.stringify({ id, name, key: secret, mode, scopes, tenants, expires_at }));
  else
    printLine(
      output,
      `${secret}\n\nThis is the ${mode} key "${name}" (${id}). It is shown only once: store it in a safe place.`,
    );
}

function rowOf(shown: ListedKey): string[] {
  const { id, name, mode, status, scopes, tenants, expires_at } = describeKey(shown);
  return [id, name, mode, status, scopes.join(','), tenants?.join(',') ?? 'all', expires_at ?? 'never'];
}
