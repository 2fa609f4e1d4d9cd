import type { Document, DocumentHead } from '../../domain/document/document.js';

/** A head as stored: with the sequence of the change that wrote it. */
export type HeadRecord = [sequence: number, head: DocumentHead];

export function encodeHead(sequence: number, document: Document): string {
  const record: HeadRecord = [sequence, headOf(document)];
  return JSON.stringify(record);
}

export function decodeHead(text: string): HeadRecord {
  return JSON.parse(text);
}

/** `content` is what the table of contents has for the document: undefined for one without. */
export function documentOf(head: DocumentHead, content: string | null | undefined): Document {
  return { ...head, content: content == null ? null : decodeContent(content) };
}

export function headOf({ content: _, ...head }: Document): DocumentHead {
  return head;
}

const PLAIN = 't';
const ESCAPED = 'j';

/**
 * `t` and the text itself, or, where it has lone surrogates that UTF-8 cannot hold, `j` and the text as JSON,
 * which escapes them: what comes back is always what was put in.
 */
export function encodeContent(content: string): string {
  return isWellFormed(content) ? PLAIN + content : ESCAPED + JSON.stringify(content);
}

export function decodeContent(stored: string): string {
  return stored[0] === ESCAPED ? JSON.parse(stored.slice(1)) : stored.slice(1);
}

/** A surrogate without its other half. */
const LONE_SURROGATE = /\p{Surrogate}/u;

function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}
