import {
  type Command,
  Interrupted,
  isClosedPipe,
  parseWords,
  printLine,
  type Screen,
  type Terminal,
} from '../command.js';
import { ProgressBar } from '../progress-bar.js';
import { parseFilterOption } from '../query/query-options.js';
import { type UsedService, withService } from '../with-service.js';
import { type ExportScope, storedDocuments } from './stored-documents.js';

const OPTIONS = {
  tenant: { type: 'string', multiple: true },
  language: { type: 'string' },
  filter: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
} as const;

export const exportCommand: Command = {
  help: `Usage: sextant export [options] > FILE.ndjson

Writes all documents to standard output, one JSON object per line, in the order of their ids: \`sextant import FILE.ndjson\` takes
them back as they were. Reads from the running service, or without one from the data folder (SEXTANT_DATA_DIR).

  --tenant TENANT    only documents of this tenant; may be repeated
  --language CODE    only documents in this language, such as en or de
  --filter JSON      only documents that match, such as '{"must": [{"term": {"metadata.topic": "sea"}}]}'
  --url URL          the service; default: SEXTANT_URL, else http://SEXTANT_HOST:SEXTANT_PORT, if one runs there
  --key KEY          an API key with the scope read for that service; default: SEXTANT_API_KEY

A test key exports the documents of the test mode, a key of some tenants those of its tenants. Documents that are written
meanwhile may be in it or not. Keys, models, synonyms and curations are not: \`sextant snapshot\` copies everything.

  sextant export --tenant library | gzip > library.ndjson.gz`,

  async run(words, terminal) {
    const { values } = parseWords(words, { options: OPTIONS });
    const { tenant, language, filter } = values;
    const scope: ExportScope = {
      ...(tenant === undefined ? {} : { tenant_id: tenant }),
      ...(language === undefined ? {} : { language }),
      ...(filter === undefined ? {} : { filter: parseFilterOption(filter) }),
    };
    return withService({ values, terminal, emptyFolder: 'refuse' }, (service) => exportAll(scope, service, terminal));
  },
};

async function exportAll(scope: ExportScope, service: UsedService, { output, errors }: Terminal): Promise<number> {
  // Two streams that write to the same terminal would overwrite each other's lines.
  const bar = output.isTTY ? null : new ProgressBar(errors, 'documents');
  let done = 0;
  try {
    for await (const { documents, total } of storedDocuments(service.target, scope)) {
      if (service.interrupted.aborted) throw new Interrupted();
      const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
      if (!(await isTaken(output, lines))) return 0;
      done += documents.length;
      bar?.update({ share: total === 0 ? 1 : done / total, done });
    }
  } finally {
    bar?.clear();
  }
  printLine(errors, `${done.toLocaleString('en-US')} ${done === 1 ? 'document' : 'documents'} exported.`);
  return 0;
}

/**
 * Waits until the text is written, so that a slow reader does not make this process collect everything in memory. False if nobody
 * reads any more, as after `| head`.
 */
function isTaken(output: Screen, text: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error === undefined || error === null) resolve(true);
      else if (isClosedPipe(error)) resolve(false);
      else reject(error);
    });
  });
}
