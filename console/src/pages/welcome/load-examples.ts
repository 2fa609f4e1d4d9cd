import { type NewDocument, readNdjson, type Sextant } from '@sextant/client';
import address from '../../assets/examples.ndjson?url';

export interface ExampleSet {
  documents: number;
  languages: number;
}

/**
 * Imports the documents of an island that does not exist, in many languages. A key that is bound to tenants gets copies of its
 * own, because tenants share ids.
 */
export async function loadExamples(client: Sextant, tenant: string | null): Promise<ExampleSet> {
  const response = await fetch(address);
  if (!response.ok || response.body === null) throw new Error('The example set could not be loaded.');
  const examples: NewDocument[] = [];
  for await (const example of readNdjson<NewDocument>(response.body)) {
    examples.push(tenant === null ? example : { ...example, id: `${example.id}-${hashOf(tenant)}`, tenant_id: tenant });
  }
  const { failed } = await client.documents.import(examples);
  if (failed > 0) throw new Error(`${failed} of ${examples.length} examples could not be stored.`);
  return { documents: examples.length, languages: new Set(examples.map(({ language }) => language)).size };
}

function hashOf(text: string): string {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash.toString(36);
}
