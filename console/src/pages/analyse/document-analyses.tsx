import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../../app/session.js';
import { Stack } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import styles from './analyse.module.css';

/** What is found out about a document, under its title; one that is not there is told once, not by every analysis. */
export function DocumentAnalyses({ id, children }: { id: string; children: ReactNode }) {
  const { client } = useSession();
  const document = useQuery({
    queryKey: ['documents', 'one', id],
    queryFn: ({ signal }) => client.documents.get(id, { signal }),
  });
  if (document.data === undefined) {
    if (document.error === null) return <Loading lines={8} label="Loading the document" />;
    return <Failure error={document.error} onRetry={() => document.refetch()} />;
  }
  return (
    <Stack>
      <DocumentTitle id={id} title={document.data.title} />
      {children}
    </Stack>
  );
}

function DocumentTitle({ id, title }: { id: string; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On a phone the analyses are below the list: whoever chooses a document is led to them.
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={styles.title} dir="auto">
      <Link to="/documents/$id" params={{ id }}>
        {title}
      </Link>
    </h2>
  );
}
