import { runCommandLine } from './run.js';

// Not process.exit: what has been printed must get out, and a service goes on.
process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
