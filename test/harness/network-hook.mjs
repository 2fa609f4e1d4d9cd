// Preloaded into every process and thread of a watched command (NODE_OPTIONS=--import): notes each name that is looked
// up and each address that is connected to or sent to, one JSON object per line. It sees what JavaScript does; strace,
// where it is installed, sees native code too.
import { appendFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);
const note = (kind, target) => appendFileSync(process.env.NETWORK_LOG, `${JSON.stringify({ kind, target })}\n`);

function watch(object, method, describe) {
  const original = object[method];
  object[method] = function watched(...parameters) {
    const target = describe(...parameters);
    if (target !== null) note(method, target);
    return original.apply(this, parameters);
  };
}

const dns = require('node:dns');
for (const module of [dns, dns.promises]) {
  for (const method of ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveTxt', 'resolveSrv']) {
    watch(module, method, (name) => String(name));
  }
}
// `connect` takes its arguments in several forms; the first one already normalised is an array.
watch(require('node:net').Socket.prototype, 'connect', (...parameters) => {
  const [first] = parameters.flat();
  if (typeof first === 'object' && first !== null) return first.path ?? first.host ?? 'localhost';
  return typeof first === 'string' ? first : String(parameters[1] ?? 'localhost');
});
watch(require('node:dgram').Socket.prototype, 'send', (...parameters) =>
  String(parameters.findLast((value) => typeof value === 'string') ?? 'localhost'),
);
syncBuiltinESMExports();
