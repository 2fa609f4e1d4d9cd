import { posix } from 'node:path';
import type { Metadata } from '../../domain/document/document.js';
import { htmlToText } from '../../text/conversion/html-to-text.js';
import { type Archive, unpackArchive } from '../archive.js';
import { readDate } from '../dates.js';
import { ExtractionError, newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { decodeXml, type XmlElement, xmlElements } from '../xml-elements.js';
import { decodeHtml, readHead } from './html.js';

const NEEDED = /\.(?:xml|opf|ncx|xhtml|html|htm)$/i;
const CONTAINER = 'META-INF/container.xml';
const PACKAGE_ELEMENTS = ['title', 'creator', 'language', 'date', 'publisher', 'subject', 'item', 'itemref', 'meta'];

interface Chapter {
  /** Its path in the archive, which is stable when other chapters change. */
  path: string;
  title: string;
}

/**
 * One document per chapter. A book as one document would have to be cut into parts of 100 KB anyway, at arbitrary places;
 * a chapter is what a reader wants to be led to, and its title tells search what its passages are about.
 */
export const readEpub: Reader = function* ({ bytes }) {
  const archive = unpackArchive(bytes, (name) => NEEDED.test(name));
  const packagePath = findPackage(archive);
  const elements = xmlElements(decodeXml(archive[packagePath]), PACKAGE_ELEMENTS);
  const value = (name: string) =>
    elements.find((element) => element.name === name && element.text !== '')?.text ?? null;
  const book = value('title') ?? '';
  const metadata = metadataOf(elements, book);
  const modified = elements.find(({ attributes }) => attributes.property === 'dcterms:modified')?.text ?? null;
  const dates = { createdAt: readDate(value('date')), updatedAt: readDate(modified) };
  let chapters = 0;
  for (const { path, title } of chaptersOf(archive, elements, packagePath)) {
    const html = decodeHtml(archive[path]);
    const content = htmlToText(html);
    if (content === '') continue;
    chapters++;
    const ownTitle = title || readHead(html).heading || `Chapter ${chapters}`;
    yield {
      document: newDocument({
        key: path,
        title: book === '' || ownTitle === book ? ownTitle : `${book} – ${ownTitle}`,
        content,
        language: value('language'),
        ...dates,
        metadata: { ...metadata, chapter: ownTitle, chapter_number: chapters },
      }),
    };
  }
  if (chapters === 0) throw new ExtractionError('The book has no text.');
};

function findPackage(archive: Archive): string {
  if (!Object.hasOwn(archive, CONTAINER)) throw new ExtractionError('The file is not an EPUB book.');
  const path = xmlElements(decodeXml(archive[CONTAINER]), ['rootfile'])[0]?.attributes['full-path'];
  if (path === undefined || !Object.hasOwn(archive, path)) {
    throw new ExtractionError('The book is damaged: its table of files is missing.');
  }
  return path;
}

/** The chapters in reading order, with their titles from the table of contents. */
function* chaptersOf(archive: Archive, elements: readonly XmlElement[], packagePath: string): Generator<Chapter> {
  refuseProtected(archive);
  const folder = posix.dirname(packagePath);
  const items = new Map(
    elements.filter(({ name }) => name === 'item').map(({ attributes }) => [attributes.id, attributes]),
  );
  const titles = titlesOf(archive, [...items.values()], folder);
  const seen = new Set<string>();
  for (const { name, attributes } of elements) {
    const item = name === 'itemref' ? items.get(attributes.idref) : undefined;
    const path = item?.href === undefined ? null : resolve(folder, item.href);
    if (path === null || !Object.hasOwn(archive, path) || item?.properties?.includes('nav') || seen.has(path)) continue;
    seen.add(path);
    yield { path, title: titles.get(path) ?? '' };
  }
}

/** Fonts may be obfuscated; encrypted chapters can't be read. */
function refuseProtected(archive: Archive): void {
  const encryption = archive['META-INF/encryption.xml'];
  if (encryption === undefined) return;
  const references = xmlElements(decodeXml(encryption), ['CipherReference']);
  if (references.some(({ attributes }) => NEEDED.test(attributes.URI ?? ''))) {
    throw new ExtractionError('The book is protected by DRM.');
  }
}

/** From the navigation document of EPUB 3, or the NCX of EPUB 2. */
function titlesOf(archive: Archive, items: readonly XmlElement['attributes'][], folder: string): Map<string, string> {
  const titles = new Map<string, string>();
  const contents = items.find(
    ({ properties, 'media-type': type }) => properties?.includes('nav') || type === 'application/x-dtbncx+xml',
  );
  const path = contents?.href === undefined ? null : resolve(folder, contents.href);
  if (path === null || !Object.hasOwn(archive, path)) return titles;
  let label = '';
  for (const { name, attributes, text } of xmlElements(decodeXml(archive[path]), ['a', 'text', 'content'])) {
    if (name === 'text') label = text;
    const address = name === 'a' ? attributes.href : attributes.src;
    if (address === undefined) continue;
    const chapter = resolve(posix.dirname(path), address);
    if (!titles.has(chapter)) titles.set(chapter, name === 'a' ? text : label);
  }
  return titles;
}

/** An address in the book as a path in the archive, without the place in the file. */
function resolve(folder: string, address: string): string {
  const [path] = address.split('#');
  return posix.normalize(posix.join(folder, decodeAddress(path)));
}

function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function metadataOf(elements: readonly XmlElement[], book: string): Metadata {
  const all = (name: string) =>
    elements.filter((element) => element.name === name && element.text !== '').map(({ text }) => text);
  const authors = all('creator');
  const subjects = all('subject');
  const [publisher] = all('publisher');
  const metadata: Metadata = {};
  if (book !== '') metadata.book = book;
  if (authors.length > 0) metadata.author = authors.length === 1 ? authors[0] : authors;
  if (publisher !== undefined) metadata.publisher = publisher;
  if (subjects.length > 0) metadata.tags = subjects;
  return metadata;
}
