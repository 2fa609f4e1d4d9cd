import '../telemetry-off.js';

import { isClosedPipe } from './command.js';
import { runCommandLine } from './run.js';
import { screenFor } from './standard-screens.js';

for (const stream of [process.stdout, process.stderr]) stream.on('error', endUnlessClosed);

const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: screenFor(process.stdout),
  errors: screenFor(process.stderr),
});
// A service goes on after its command has been run; one that could not start may have left threads behind.
if (exitCode !== 0) process.exit(exitCode);

/** A reader such as `head` may close the pipe before everything is written. The command ends as if it had all been read. */
function endUnlessClosed(error: Error): void {
  if (isClosedPipe(error)) return;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
