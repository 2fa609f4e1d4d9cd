import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Metadata } from '../../domain/document/document.js';
import { htmlToText } from '../../text/conversion/html-to-text.js';
import { type Archive, unpackArchive } from '../archive.js';
import { readDate } from '../dates.js';
import { ExtractionError, newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';
import { decodeXml, refuseEntities, xmlElements } from '../xml-elements.js';
import { readHead } from './html.js';

/** Texts, styles and relations; no pictures, fonts or embedded files. */
const NEEDED = /^(?:\[Content_Types\]\.xml|(?:_rels|word|docProps)\/(?:_rels\/)?[^/]+\.(?:xml|rels))$/;

const TITLE_STYLE = "p[style-name='Title'] => h1:fresh";

/**
 * Mammoth unpacks archives without a limit. So we unpack the parts it needs ourselves, with one, check them, and give it an
 * archive that is not compressed.
 */
export const readDocx: Reader = async function* ({ bytes }) {
  const archive = unpackArchive(bytes, (name) => NEEDED.test(name));
  if (!Object.hasOwn(archive, 'word/document.xml')) throw new ExtractionError('The file is not a Word document.');
  for (const part of Object.values(archive)) refuseEntities(part);
  const html = await toHtml(archive);
  const { title, createdAt, updatedAt, language, metadata } = readProperties(archive);
  yield {
    document: newDocument({
      title: title || readHead(html).heading,
      content: htmlToText(html),
      createdAt,
      updatedAt,
      language,
      metadata,
    }),
  };
};

async function toHtml(archive: Archive): Promise<string> {
  const buffer = Buffer.from(zipSync({ ...archive }, { level: 0 }));
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }));
  try {
    return (await mammoth.convertToHtml({ buffer }, { convertImage, styleMap: [TITLE_STYLE] })).value;
  } catch (error) {
    // The XML parser adds lines about places that it does not know.
    const [message] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new ExtractionError(`The Word document is damaged (${message}).`);
  }
}

function readProperties(archive: Archive) {
  const core = archive['docProps/core.xml'];
  const names = ['title', 'creator', 'created', 'modified', 'language', 'keywords', 'description'];
  const elements = core === undefined ? [] : xmlElements(decodeXml(core), names);
  const value = (name: string) => elements.find((element) => element.name === name)?.text || null;
  const metadata: Metadata = {};
  const author = value('creator');
  const description = value('description');
  const keywords = value('keywords');
  if (author !== null) metadata.author = author;
  if (description !== null) metadata.description = description;
  if (keywords !== null) metadata.tags = keywords.split(/\s*[,;]\s*/).filter((tag) => tag !== '');
  return {
    title: value('title') ?? '',
    createdAt: readDate(value('created')),
    updatedAt: readDate(value('modified')),
    language: value('language'),
    metadata,
  };
}
