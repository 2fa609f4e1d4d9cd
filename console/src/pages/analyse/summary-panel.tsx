import type { SummaryLength } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { CopyButton } from '../../design/code.js';
import { Segmented } from '../../design/field.js';
import { Panel } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import styles from './analyse.module.css';
import { FIRST_IS_SLOW, type Subject, subjectKey, withDocument } from './subject.js';

const LENGTHS = [
  { value: 'short', label: 'Short' },
  { value: 'medium', label: 'Medium' },
  { value: 'long', label: 'Long' },
] as const;

export function SummaryPanel({ subject }: { subject: Subject }) {
  const session = useSession();
  const { client, may } = session;
  const [length, setLength] = useState<SummaryLength>('short');
  const isPossible = 'documentId' in subject || may('write');
  const summary = useQuery({
    queryKey: ['analyse', 'summary', subjectKey(subject), length],
    queryFn: ({ signal }) =>
      withDocument(subject, session, async (id) => {
        // Without a language model a summary is in the language of its document.
        const { language } = await client.documents.get(id, { signal });
        const wish = { document_id: id, length_summary: length, language_summary: language };
        return (await client.summarize(wish, { signal })).data[0]!.summary;
      }),
    enabled: isPossible,
  });
  if (!isPossible) return null;
  return (
    <Panel
      title="Summary"
      actions={
        <>
          <Segmented label="Length" value={length} options={LENGTHS} onChange={setLength} />
          {summary.isSuccess && <CopyButton text={summary.data} label="Copy the summary" />}
        </>
      }
    >
      {summary.isPending && <Loading lines={3} label="Writing the summary" reason={FIRST_IS_SLOW} />}
      {summary.isError && <Failure error={summary.error} onRetry={() => summary.refetch()} />}
      {summary.isSuccess && (
        <p className={styles.result} dir="auto">
          {summary.data}
        </p>
      )}
    </Panel>
  );
}
