import type { Client, Json } from './client.js';

/** What a client knows of one document: a state that was acknowledged, and one that was sent but never answered. */
interface Known {
  acknowledged: Json | null;
  /** Sent and not answered: the service may have done it or not, but nothing in between. */
  uncertain: Json | null | undefined;
}

/**
 * Clients that write without pause, each to documents of its own, and remember what the service has promised. Every
 * version of a document carries its number in title, content and metadata, so that a half-written one shows.
 */
export class Workload {
  readonly documents = new Map<string, Known>();
  acknowledgements = 0;

  constructor(readonly writers: number) {}

  /** Writes until the service stops answering. */
  async run(client: Client): Promise<void> {
    await Promise.all(Array.from({ length: this.writers }, (_, writer) => this.#write(client, writer)));
  }

  /** The documents that must be there, and those that must not. Uncertain ones are in neither list. */
  get expected(): { present: [string, Json][]; absent: string[] } {
    const settled = [...this.documents].filter(([, known]) => known.uncertain === undefined);
    return {
      present: settled.flatMap(([id, { acknowledged }]): [string, Json][] =>
        acknowledged ? [[id, acknowledged]] : [],
      ),
      absent: settled.filter(([, { acknowledged }]) => acknowledged === null).map(([id]) => id),
    };
  }

  get uncertain(): [string, (Json | null)[]][] {
    return [...this.documents].flatMap(([id, { acknowledged, uncertain }]): [string, (Json | null)[]][] =>
      uncertain === undefined ? [] : [[id, [acknowledged, uncertain]]],
    );
  }

  /** What became of an uncertain write is known now. */
  settle(id: string, state: Json | null): void {
    this.documents.set(id, { acknowledged: state, uncertain: undefined });
  }

  async #write(client: Client, writer: number): Promise<void> {
    for (let step = 0; ; step++) {
      const known = this.#choose(writer, step);
      try {
        await this.#change(client, known, step);
      } catch {
        return;
      }
    }
  }

  /** Mostly a new document; sometimes one of this writer's own, to change or delete it. */
  #choose(writer: number, step: number): string {
    const own = [...this.documents.keys()].filter((id) => id.startsWith(`w${writer}-`));
    if (step % 3 !== 0 || own.length === 0) return `w${writer}-${own.length}`;
    return own[step % own.length];
  }

  async #change(client: Client, id: string, step: number): Promise<void> {
    const known = this.documents.get(id) ?? { acknowledged: null, uncertain: undefined };
    const next = known.acknowledged !== null && step % 2 === 0 ? null : version(`${id} ${this.acknowledgements}`);
    this.documents.set(id, { ...known, uncertain: next });
    const answer = await this.#send(client, id, { before: known.acknowledged, next });
    if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${answer.text}`);
    this.settle(id, next);
    this.acknowledgements++;
  }

  #send(client: Client, id: string, { before, next }: { before: Json | null; next: Json | null }) {
    if (next === null) return client.deleteDocument(id);
    return before === null ? client.addDocument({ id, ...next }) : client.updateDocument(id, next);
  }
}

function version(mark: string): Json {
  return { title: mark, tenant_id: 'crash', content: `${mark}\n`.repeat(50), metadata: { mark } };
}
