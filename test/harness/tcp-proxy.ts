import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

const DENIAL =
  'HTTP/1.1 401 Unauthorized\r\ncontent-type: text/plain\r\ncontent-length: 12\r\nconnection: close\r\n\r\nUnauthorized';

/** Stands between a service and a node, so that the node can go away and come back without any harm to it. */
export class TcpProxy {
  readonly #node: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;
  #isSilent = false;
  #deniesAll = false;

  constructor(nodeUrl: string) {
    this.#node = new URL(nodeUrl);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, again at the same port if it was cut. */
  async open(): Promise<void> {
    this.#isSilent = false;
    this.#deniesAll = false;
    if (this.#server !== null) return;
    const server = createServer((socket) => this.#forward(socket));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Nobody listens any more, and what was connected is not. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = new Promise((resolve) => server.close(resolve));
    this.#end();
    await closed;
  }

  /** Takes everything, and says nothing. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Answers as a node does that does not know the password any more. */
  deny(): void {
    this.#deniesAll = true;
  }

  /** Ends what was silenced: answers may come again. */
  async speak(): Promise<void> {
    this.#end();
    await this.open();
  }

  #forward(socket: Socket): void {
    const there = connect(Number(this.#node.port), this.#node.hostname);
    for (const end of [socket, there]) {
      this.#sockets.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        this.#sockets.delete(end);
        socket.destroy();
        there.destroy();
      });
    }
    socket.on('data', (chunk) => {
      if (this.#deniesAll) socket.end(DENIAL);
      else if (!this.#isSilent) there.write(chunk);
    });
    there.on('data', (chunk) => !this.#isSilent && socket.write(chunk));
  }

  #end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
