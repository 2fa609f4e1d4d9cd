import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Metadata } from '../../domain/document/document.js';
import { DOCUMENT_LIMITS } from '../../domain/document/document.js';
import { readDate } from '../dates.js';
import { ExtractionError, type ExtractionProblem, newDocument } from '../extracted.js';
import { EXTRACTION_LIMITS } from '../limits.js';
import type { Reader } from '../reader.js';
import { pageText, type TextRun, titleOnPage } from './page-text.js';

type PdfLibrary = typeof import('pdfjs-dist/legacy/build/pdf.mjs');
type PdfDocument = Awaited<ReturnType<PdfLibrary['getDocument']>['promise']>;

/** What programs write into the title of a document without one. */
const NO_TITLE =
  /^(?:untitled|unbenannt|document\d*|microsoft word - .*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|rtf|odt|pptx?))$/i;
const PAGE_BREAK = '\n\n';
const NO_TEXT = 'The PDF has no text: its pages may be pictures.';

/** Pages are collected into documents that are as long as the service allows. */
export const readPdf: Reader = async function* ({ bytes }) {
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new ExtractionError('The file is damaged: it is not a PDF.');
  const pdf = await openPdf(bytes);
  if (pdf.numPages > EXTRACTION_LIMITS.pdfPages) {
    const most = EXTRACTION_LIMITS.pdfPages.toLocaleString('en-US');
    throw new ExtractionError(`The PDF has ${pdf.numPages.toLocaleString('en-US')} pages; at most ${most} are read.`);
  }
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const common = describe(info as Readonly<Record<string, unknown>>, pdf.numPages);
  const { title, parts, problems } = await readPages(pdf);
  if (parts.length === 0) throw new ExtractionError(problems[0]?.reason ?? NO_TEXT);
  for (const [index, { first, last, text }] of parts.entries()) {
    const isWhole = parts.length === 1;
    const metadata = isWhole ? common.metadata : { ...common.metadata, first_page: first, last_page: last };
    const suffix = isWhole ? '' : first === last ? ` (page ${first})` : ` (pages ${first}–${last})`;
    yield {
      document: newDocument({
        ...common,
        title: common.title || title,
        key: isWhole ? '' : `part-${index + 1}`,
        suffix,
        content: text,
        metadata,
      }),
    };
  }
  for (const problem of problems) yield { problem };
};

async function openPdf(bytes: Buffer): Promise<PdfDocument> {
  const { getDocument } = await loadLibrary();
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  try {
    return await getDocument({
      // A view: the library takes no Buffer, and a copy would take the memory twice.
      data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length),
      // Nothing in a PDF is run, rendered or fetched: only its text is read, with the character maps of the package.
      isEvalSupported: false,
      useWasm: false,
      enableXfa: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      cMapUrl: `${join(folder, 'cmaps')}/`,
      cMapPacked: true,
      standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
      verbosity: 0,
    }).promise;
  } catch (error) {
    throw new ExtractionError(reasonOf(error));
  }
}

/** The library wants classes of a browser when it is loaded, which it uses only to draw. */
async function loadLibrary(): Promise<PdfLibrary> {
  for (const name of ['DOMMatrix', 'ImageData', 'Path2D']) {
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: class {}, configurable: true });
  }
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return 'The PDF is encrypted and needs a password.';
  return `The PDF is damaged (${error instanceof Error ? error.message.replace(/\.$/, '') : error}).`;
}

interface PdfPart {
  first: number;
  last: number;
  text: string;
}

interface PdfText {
  /** As the first page shows it; empty if it does not. */
  title: string;
  parts: PdfPart[];
  /** Pages that could not be read. */
  problems: ExtractionProblem[];
}

async function readPages(pdf: PdfDocument): Promise<PdfText> {
  const found: PdfText = { title: '', parts: [], problems: [] };
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const runs = await readPage(pdf, number);
      if (number === 1) found.title = titleOnPage(runs);
      addPage(found.parts, number, pageText(runs));
    } catch (error) {
      const message = error instanceof Error ? error.message : error;
      found.problems.push({ place: `page ${number}`, reason: `The page is damaged (${message}).` });
    }
  }
  return found;
}

async function readPage(pdf: PdfDocument, number: number): Promise<TextRun[]> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items.filter((item): item is typeof item & TextRun => 'str' in item);
}

/** Adds the page to the last part, or begins another where that would be too long. */
function addPage(parts: PdfPart[], number: number, text: string): void {
  if (text === '') return;
  const last = parts.at(-1);
  const longer = last === undefined ? text : last.text + PAGE_BREAK + text;
  if (last === undefined || exceedsLimit(longer)) parts.push({ first: number, last: number, text });
  else {
    last.text = longer;
    last.last = number;
  }
}

/** A UTF-16 unit takes at most three bytes of UTF-8, so most texts need no exact count. */
function exceedsLimit(text: string): boolean {
  return text.length * 3 > DOCUMENT_LIMITS.contentBytes && Buffer.byteLength(text) > DOCUMENT_LIMITS.contentBytes;
}

function describe(info: Readonly<Record<string, unknown>>, pages: number) {
  const text = (name: string) => (typeof info[name] === 'string' ? info[name].trim() : '');
  const metadata: Metadata = { pages };
  if (text('Author') !== '') metadata.author = text('Author');
  if (text('Keywords') !== '')
    metadata.tags = text('Keywords')
      .split(/\s*[,;]\s*/)
      .filter((tag) => tag !== '');
  return {
    title: NO_TITLE.test(text('Title')) ? '' : text('Title'),
    language: text('Language') || null,
    createdAt: readDate(info.CreationDate),
    updatedAt: readDate(info.ModDate),
    metadata,
  };
}
