import { createHash } from 'node:crypto';
import { ExtractionError } from '../extracted.js';
import { EXTRACTION_LIMITS } from '../limits.js';
import type { Reader } from '../reader.js';
import { readMessage } from './mail.js';

const SEPARATOR = 'From ';
const NEWLINE = 10;

/**
 * One document per message. Its key is the Message-ID, so that messages keep their documents when others are deleted from the
 * mailbox.
 */
export const readMbox: Reader = async function* ({ bytes }) {
  if (bytes.length > 0 && !bytes.subarray(0, SEPARATOR.length).equals(Buffer.from(SEPARATOR))) {
    throw new ExtractionError('The file is not a mailbox: it does not begin with "From ".');
  }
  const seen = new Map<string, number>();
  let number = 0;
  for (const message of splitMailbox(bytes)) {
    number++;
    const place = `message ${number}`;
    try {
      if (message.length > EXTRACTION_LIMITS.messageBytes) throw new ExtractionError('The message is too large.');
      const { document, id } = await readMessage(message);
      const key = createHash('sha256')
        .update(id ?? message)
        .digest('hex')
        .slice(0, 24);
      const copies = seen.get(key) ?? 0;
      seen.set(key, copies + 1);
      yield { document: { ...document, key: copies === 0 ? key : `${key}-${copies + 1}` } };
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      yield { problem: { place, reason: error.message } };
    }
  }
};

/** The messages without their separator lines. A separator begins with "From " and follows a blank line. */
function* splitMailbox(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  while (start < bytes.length) {
    const end = nextSeparator(bytes, start + SEPARATOR.length);
    const header = bytes.indexOf(NEWLINE, start) + 1;
    if (header > 0 && header < end) yield restoreFrom(bytes.subarray(header, end));
    start = end;
  }
}

function nextSeparator(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(`\n${SEPARATOR}`, from); at >= 0; at = bytes.indexOf(`\n${SEPARATOR}`, at + 1)) {
    const before = bytes[at - 1] === 13 ? bytes[at - 2] : bytes[at - 1];
    if (before === NEWLINE) return at + 1;
  }
  return bytes.length;
}

/** Lines of a message that begin with "From " were written as ">From ". */
function restoreFrom(message: Buffer): Buffer {
  if (!message.includes(`\n>${SEPARATOR}`)) return message;
  return Buffer.from(message.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1');
}
