import { resolve } from 'node:path';
import type { Config } from './config.js';
import { isFullDisk } from './storage/full-disk.js';

/** Why the service can't be started, and what to do about it. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}

/** The failure with the setting that mends it, where the message of the system says neither; any other error as it is. */
export function explainedStartFailure(error: unknown, { host, port, dataDir }: Config): unknown {
  const explained = explainedFolderFailure(error, dataDir);
  if (explained !== error || !(error instanceof Error) || !('syscall' in error) || !('code' in error)) return explained;
  const { syscall, code, message } = error;
  const because = (text: string) => new StartFailure(`${text} (${message})`, { cause: error });
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

/** The same for a data folder that can't be used, whatever for. */
export function explainedFolderFailure(error: unknown, dataDir: string): unknown {
  if (isFullDisk(error) || !(error instanceof Error) || !('syscall' in error) || !('path' in error)) return error;
  const folder = resolve(dataDir);
  const path = String(error.path);
  // A folder above may be what keeps it from being created.
  if (!path.startsWith(folder) && (path === '' || !folder.startsWith(`${path}/`))) return error;
  return new StartFailure(
    `The data folder ${dataDir} can't be used. Set SEXTANT_DATA_DIR to a folder that can be written to. (${error.message})`,
    { cause: error },
  );
}
