// How long until requests are served (documents embedded by an encoder that costs nothing, not the bundled one), with nothing stored and with 100,000 documents, after a stop and after kill -9?
// npm run build && node --import ./scripts/run-typescript.mjs bench/start-up.ts [documents] [file of {id,title,text} lines]
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { documents } from './support/documents.js';
import { startInstantEncoder } from './support/instant-encoder.js';
import { Service } from './support/service.js';

const count = Number(process.argv[2] ?? 100_000);
const instant = await startInstantEncoder();
const service = new Service(instant.environment);
try {
  const empty = await service.start();
  console.log(`nothing stored                    ${Math.round(empty)} ms`);
  for (let from = 0; from < count; from += 20_000) {
    const batch = documents(Math.min(20_000, count - from), process.argv[3]);
    const lines = batch.map((document, i) => JSON.stringify({ ...document, id: `d${from + i}` }));
    await service.post('/documents/import', lines.join('\n'), 'application/x-ndjson');
  }
  await service.stop('SIGKILL');
  await report('after kill -9');
  await service.stop();
  await report('after a stop');
  await service.stop();
  rmSync(join(service.folder, 'index'), { recursive: true });
  await report('the index built anew from the store');
} finally {
  await service.dispose();
  instant.close();
}

async function report(what: string): Promise<void> {
  const milliseconds = await service.start();
  const { total_number_of_results: total } = JSON.parse(await service.post('/documents/browse', '{"limit": 1}'));
  if (total !== count) throw new Error(`${total} documents instead of ${count}`);
  console.log(`${`${count} documents, ${what}`.padEnd(58)}${Math.round(milliseconds)} ms`);
}
