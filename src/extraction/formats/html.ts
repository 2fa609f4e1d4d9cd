import { Parser } from 'htmlparser2';
import type { Metadata } from '../../domain/document/document.js';
import { htmlToText } from '../../text/conversion/html-to-text.js';
import { readDate } from '../dates.js';
import { decodeText, isKnown } from '../decode-text.js';
import { newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { findPageSides } from './page-sides.js';

/** What a page says about itself. Names of `meta` elements are in lower case. */
export interface PageHead {
  title: string;
  heading: string;
  language: string | null;
  meta: ReadonlyMap<string, string>;
}

const DECLARED_CHARSET =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{2,40})/i;
/** HTML asks for the declaration within the first 1024 bytes; not every page keeps to it. */
const DECLARATION_BYTES = 4096;
const LONGEST_TITLE = 1000;

export const readHtml: Reader = function* ({ bytes }, { encoding }) {
  const html = decodeHtml(bytes, encoding);
  const { title, heading, language, meta } = readHead(html);
  yield {
    document: newDocument({
      title: title || heading,
      content: pageText(html),
      language,
      createdAt: readDate(pick(meta, 'article:published_time', 'dcterms.created', 'dc.date', 'date')),
      updatedAt: readDate(pick(meta, 'article:modified_time', 'dcterms.modified', 'last-modified')),
      metadata: metadataOf(meta),
    }),
  };
};

/** What the page is about, without menus and the like; a page of nothing else, such as a list of links, is read as a whole. */
function pageText(html: string): string {
  return htmlToText(html, findPageSides(html)) || htmlToText(html);
}

export function decodeHtml(bytes: Uint8Array, encoding: string | null = null): string {
  return decodeText(bytes, declaredEncoding(bytes) ?? encoding);
}

/** What can be read byte by byte is not in UTF-16, though some programs declare that: HTML has it ignored. */
function declaredEncoding(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, DECLARATION_BYTES)).toString('latin1');
  const declaration = DECLARED_CHARSET.exec(beginning);
  const declared = declaration?.[1] ?? declaration?.[2];
  if (declared === undefined || !isKnown(declared)) return null;
  return new TextDecoder(declared).encoding.startsWith('utf-16') ? null : declared;
}

/** Reads the title, the first heading, the language and the `meta` elements. */
export function readHead(html: string): PageHead {
  const meta = new Map<string, string>();
  const texts = { title: '', h1: '', h2: '' };
  const finished = new Set<string>();
  let language: string | null = null;
  let open: keyof typeof texts | null = null;
  // Pictures have titles of their own.
  let openPictures = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'svg') openPictures++;
      if (openPictures > 0) return;
      if (name === 'html' || name === 'body') language ??= attributes.lang ?? attributes['xml:lang'] ?? null;
      if (name === 'meta') addMeta(meta, attributes);
      if (name in texts && !finished.has(name)) open = name as keyof typeof texts;
    },
    ontext(text) {
      if (open !== null && openPictures === 0 && texts[open].length < LONGEST_TITLE) texts[open] += text;
    },
    onclosetag(name) {
      if (name === 'svg') openPictures--;
      if (name !== open || openPictures > 0) return;
      finished.add(name);
      open = null;
    },
  });
  parser.end(html);
  return { title: tidy(texts.title), heading: tidy(texts.h1) || tidy(texts.h2), language, meta };
}

function addMeta(meta: Map<string, string>, attributes: Readonly<Record<string, string>>): void {
  const name = (attributes.name ?? attributes.property ?? attributes['http-equiv'] ?? '').toLowerCase();
  if (name !== '' && attributes.content && !meta.has(name)) meta.set(name, tidy(attributes.content));
}

function metadataOf(meta: ReadonlyMap<string, string>): Metadata {
  const author = pick(meta, 'author', 'article:author', 'dc.creator', 'dcterms.creator');
  const description = pick(meta, 'description', 'og:description');
  const keywords = pick(meta, 'keywords');
  const metadata: Metadata = {};
  if (author !== null) metadata.author = author;
  if (description !== null) metadata.description = description;
  if (keywords !== null) metadata.tags = keywords.split(',').map(tidy).filter(Boolean);
  return metadata;
}

function pick(meta: ReadonlyMap<string, string>, ...names: string[]): string | null {
  return names.map((name) => meta.get(name)).find((value) => value) ?? null;
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
