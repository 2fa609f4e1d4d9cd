import { resolve } from 'node:path';
import type { Config } from './config.js';

/** Why the service can't be started, and what to do about it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The failure with the setting that mends it, where the message of the system says neither; any other error as it is. */
export function explainedStartFailure(error: unknown, { host, port, dataDir }: Config): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  const { syscall, code, message } = error;
  const path = 'path' in error ? String(error.path) : '';
  const because = (text: string) => new StartFailure(`${text} (${message})`, { cause: error });
  if (path.startsWith(resolve(dataDir)))
    return because(
      `The data folder ${dataDir} can't be used. Set SEXTANT_DATA_DIR to a folder that can be written to.`,
    );
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  switch (code) {
    case 'EADDRINUSE':
      return because(
        `Port ${port} of ${host} is taken by another program. Stop that, or set SEXTANT_PORT to another port.`,
      );
    case 'EACCES':
      return because(`This user may not listen on port ${port}. Set SEXTANT_PORT to a port from 1024 up.`);
    default:
      return because(
        `${host} is no address of this machine. Set SEXTANT_HOST to 127.0.0.1 for programs on this machine, or to 0.0.0.0 for all.`,
      );
  }
}
