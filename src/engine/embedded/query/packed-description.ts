import { Buffer } from 'node:buffer';
import { Turns } from '../../../threads/turns.js';
import type { MetadataDescription, MetadataField } from '../../engine.js';

/**
 * A description of metadata as one thread sends it to another. A message is unpacked in one go, and there may be very many
 * fields: so they are sent as text in shared memory, which is read in turns.
 */
export interface PackedDescription {
  totalDocuments: number;
  /** JSON of some fields each. */
  parts: SharedArrayBuffer[];
}

/** Reading so many takes less than a millisecond. */
const FIELDS_AT_ONCE = 100;

export function packDescription({ totalDocuments, fields }: MetadataDescription): PackedDescription {
  const parts: SharedArrayBuffer[] = [];
  for (let start = 0; start < fields.length; start += FIELDS_AT_ONCE) {
    const text = Buffer.from(JSON.stringify(fields.slice(start, start + FIELDS_AT_ONCE)));
    const part = new SharedArrayBuffer(text.length);
    text.copy(Buffer.from(part));
    parts.push(part);
  }
  return { totalDocuments, parts };
}

export async function unpackDescription({ totalDocuments, parts }: PackedDescription): Promise<MetadataDescription> {
  const fields: MetadataField[] = [];
  const turns = new Turns();
  for (const part of parts) {
    if (turns.isOver) await turns.next();
    fields.push(...(JSON.parse(Buffer.from(part).toString()) as MetadataField[]));
  }
  return { totalDocuments, fields };
}
