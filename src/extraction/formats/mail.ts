import PostalMime, { type Address, type Email, type Header } from 'postal-mime';
import type { Metadata } from '../../domain/document/document.js';
import { htmlToText } from '../../text/conversion/html-to-text.js';
import { readDate } from '../dates.js';
import { type ExtractedDocument, ExtractionError, newDocument } from '../extracted.js';
import type { Reader } from '../reader.js';

/** Deeper than any real message, forwards included. */
const DEEPEST_PART = 50;
const LONGEST_HEADERS = 2 ** 20;
const FIELD_NAME = /^[!-9;-~]+$/;

export const readEml: Reader = async function* ({ bytes }) {
  const { document } = await readMessage(bytes);
  yield { document };
};

export interface Message {
  document: ExtractedDocument;
  /** Null if it has none. */
  id: string | null;
}

/** The text of a message and what its header says. Of attachments only the names are kept. */
export async function readMessage(bytes: Uint8Array): Promise<Message> {
  const mail = await parse(bytes);
  if (!mail.headers.some(isField)) throw new ExtractionError('The file is not an e-mail message.');
  const date = readDate(mail.date);
  return {
    id: mail.messageId ?? null,
    document: newDocument({
      title: mail.subject?.trim() || '(no subject)',
      content: bodyOf(mail),
      createdAt: date,
      updatedAt: date,
      metadata: metadataOf(mail),
    }),
  };
}

/** The parser takes any text before the first empty line for a header. */
function isField({ key, value }: Header): boolean {
  return FIELD_NAME.test(key) && value !== '';
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: DEEPEST_PART, maxHeadersSize: LONGEST_HEADERS });
  } catch (error) {
    throw new ExtractionError(`The message is damaged (${error instanceof Error ? error.message : error}).`);
  }
}

function bodyOf({ text, html }: Email): string {
  const plain = text?.trim() ?? '';
  return plain !== '' || html === undefined ? plain : htmlToText(html);
}

function metadataOf({ from, to, cc, messageId, attachments }: Email): Metadata {
  const metadata: Metadata = {};
  const authors = addresses(from === undefined ? [] : [from]);
  const recipients = addresses([...(to ?? []), ...(cc ?? [])]);
  const files = attachments.map(({ filename }) => filename).filter((name) => typeof name === 'string');
  if (authors.length > 0) metadata.author = authors[0];
  if (recipients.length > 0) metadata.to = recipients;
  if (messageId) metadata.message_id = messageId;
  if (files.length > 0) metadata.attachments = files;
  return metadata;
}

/** `Ada Lovelace <ada@example.org>` */
function addresses(written: readonly Address[]): string[] {
  return written
    .flatMap((entry) => entry.group ?? [entry])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || ''))
    .filter((text) => text !== '');
}
