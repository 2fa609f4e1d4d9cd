import '../telemetry-off.js';

import { runCommandLine } from './run.js';

const exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
// A service goes on after its command has been run; one that could not start may have left threads behind.
if (exitCode !== 0) process.exit(exitCode);
