import type { ExampleStorage } from '../shared-work.js';
import type { Records } from './records.js';

const KIND = 'example-file';

export class OpenSearchExampleStorage implements ExampleStorage {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  put(name: string, piece: number, bytes: Buffer): Promise<void> {
    return this.#records.put(pieceKey(name, piece), { data: bytes, group: name, time: Date.now() });
  }

  get(name: string, piece: number): Promise<Buffer | null> {
    return this.#records.getData(pieceKey(name, piece));
  }

  remove(name: string): Promise<void> {
    return this.#records.removeGroups(KIND, [name]);
  }

  async removeOld(needed: ReadonlySet<string>, time: number): Promise<void> {
    const pieces = await this.#records.listOld(KIND, time);
    const left = pieces.filter(({ name }) => !needed.has(name.slice(0, name.lastIndexOf('/'))));
    await this.#records.removeAllSeen(KIND, left);
  }
}

function pieceKey(name: string, piece: number): { kind: string; name: string } {
  return { kind: KIND, name: `${name}/${piece}` };
}
