import { Parser } from 'htmlparser2';
import { decodeText } from './decode-text.js';
import { ExtractionError } from './extracted.js';

export interface XmlElement {
  /** Without its namespace prefix. */
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
}

const BEGINNING_BYTES = 20_000;
const DOCTYPE_WITH_ENTITIES = /<!DOCTYPE[^>[]*\[[^\]]*<!ENTITY/i;

/**
 * The elements of the given names, in the order in which they begin. Text belongs to the innermost of them that is open. The
 * parser knows no document type definitions, so entities that a file declares itself are never expanded.
 */
export function xmlElements(xml: string, names: readonly string[]): XmlElement[] {
  const found: XmlElement[] = [];
  const open: XmlElement[] = [];
  const parser = new Parser(
    {
      onopentag(qualified, attributes) {
        const name = withoutPrefix(qualified);
        if (!names.includes(name)) return;
        const element = { name, attributes, text: '' };
        found.push(element);
        open.push(element);
      },
      ontext(text) {
        const innermost = open.at(-1);
        if (innermost !== undefined) innermost.text += text;
      },
      onclosetag(qualified) {
        if (open.at(-1)?.name === withoutPrefix(qualified)) open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  for (const element of found) element.text = element.text.replace(/\s+/g, ' ').trim();
  return found;
}

/** The text of an XML file of an archive. */
export function decodeXml(bytes: Uint8Array): string {
  refuseEntities(bytes);
  return decodeText(bytes);
}

/** None of the formats in archives needs declarations of entities. Our libraries don't expand them; others once did. */
export function refuseEntities(bytes: Uint8Array): void {
  if (!DOCTYPE_WITH_ENTITIES.test(decodeText(bytes.subarray(0, BEGINNING_BYTES)))) return;
  throw new ExtractionError('It declares XML entities, which are refused because they can expand without end.');
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
