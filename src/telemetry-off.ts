/**
 * onnxruntime-node carries a telemetry library that writes a device id and sends events unless this variable is set
 * before the library is loaded. Every entry point imports this module first; so does everything that loads the library.
 *
 * A worker's `process.env` is a copy that native code does not see, so a worker can't switch telemetry off: it can only
 * refuse to load the library in a process that has not.
 */
import { isMainThread } from 'node:worker_threads';

export const TELEMETRY_SWITCH = 'ORT_DISABLE_TELEMETRY';

if (isMainThread) process.env[TELEMETRY_SWITCH] = '1';
else if (!isTelemetryOff())
  throw new Error(`The process that starts this thread must set ${TELEMETRY_SWITCH}=1 first.`);

export function isTelemetryOff(): boolean {
  return process.env[TELEMETRY_SWITCH] === '1';
}
