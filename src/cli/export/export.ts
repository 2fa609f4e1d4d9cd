import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
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
import { type ExportedDocument, type ExportScope, storedDocuments } from './stored-documents.js';

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
      const notes = documents.flatMap(noteIfTooLong);
      if (notes.length > 0) bar?.clear();
      for (const note of notes) printLine(errors, note);
      done += documents.length;
      bar?.update({ share: total === 0 ? 1 : done / total, done });
    }
  } finally {
    bar?.clear();
  }
  printLine(errors, `${done.toLocaleString('en-US')} ${done === 1 ? 'document' : 'documents'} exported.`);
  return 0;
}

/** The text that HTML becomes may be longer than what was sent: list items get numbers. */
function noteIfTooLong({ id, content }: ExportedDocument): string[] {
  const bytes = typeof content === 'string' ? Buffer.byteLength(content) : 0;
  if (bytes <= DOCUMENT_LIMITS.contentBytes) return [];
  const [has, takes] = [bytes, DOCUMENT_LIMITS.contentBytes].map((count) => count.toLocaleString('en-US'));
  return [`${id}: its text of ${has} bytes is too long for an import, which takes ${takes}. Shorten its line first.`];
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
