import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { writeAllSync } from '../files/transfer-all.js';
import type { Screen } from './command.js';

/** A standard stream as a screen. To Node.js, pipes and terminals are sockets; all else is a file or a device. */
export function screenFor(stream: Writable & Screen & { fd: number }): Screen {
  return stream instanceof Socket ? stream : new FileScreen(stream.fd);
}

/**
 * A file that a standard stream was redirected to. The stream of Node.js hands a text to the system once, and does not notice if that
 * takes only a part of it, as it does where the disk is nearly full: the rest would be missing without an error.
 */
class FileScreen implements Screen {
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
  }

  /** Throws if it can't be written. */
  write(text: string, written?: () => void): void {
    writeAllSync(this.#file, Buffer.from(text));
    written?.();
  }
}
