import type { Language, Sextant } from '@sextant/client';

/** What is analysed: a stored document, or a text that somebody has pasted. */
export type Subject = { documentId: string } | { text: string; language: Language };

/** The same for the same subject: for the keys of queries. */
export function subjectKey(subject: Subject): string {
  return 'documentId' in subject ? `document ${subject.documentId}` : `${subject.language} ${subject.text}`;
}

/** Why an analysis may take long: models are loaded, and what they compare with is read, when they are first needed. */
export const FIRST_IS_SLOW = 'The first one after a start of the service takes longest.';

const LONGEST_TITLE = 80;

/**
 * Summaries and categories are those of stored documents. A pasted text is stored while it is analysed, in a tenant of its
 * own if the key may choose, and removed again.
 */
export async function withDocument<Result>(
  subject: Subject,
  { client, tenants }: { client: Sextant; tenants: readonly string[] | null },
  work: (documentId: string) => Promise<Result>,
): Promise<Result> {
  if ('documentId' in subject) return work(subject.documentId);
  const { text, language } = subject;
  const title = text.trim().split('\n', 1)[0]!.slice(0, LONGEST_TITLE);
  const tenant = tenants?.[0] ?? 'console-pasted-text';
  const { id } = await client.documents.add({ title, content: text, language, tenant_id: tenant });
  try {
    return await work(id);
  } finally {
    await client.documents.delete(id, { retries: 3 });
  }
}
