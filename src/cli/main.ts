import '../telemetry-off.js';

import { runCommandLine } from './run.js';

// A reader such as `head` may close the pipe before everything is written. The command ends as if it had all been read.
for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);

const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
// A service goes on after its command has been run; one that could not start may have left threads behind.
if (exitCode !== 0) process.exit(exitCode);

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
