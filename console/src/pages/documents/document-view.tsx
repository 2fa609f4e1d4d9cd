import { type Document, SextantError } from '@sextant/client';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { CopyButton } from '../../design/code.js';
import { Badge, Row } from '../../design/layout.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { formatDateTime, formatLanguage } from '../../shared/format.js';
import { useShortcut } from '../../shared/use-shortcut.js';
import { DocumentMetadata } from './document-metadata.js';
import { DocumentText } from './document-text.js';
import styles from './documents.module.css';
import { EditDialog } from './edit-dialog.js';
import type { Place } from './place.js';
import { RelatedDocuments } from './related-documents.js';
import type { Passage } from './text-parts.js';
import { useDeletion } from './use-deletion.js';
import { useDocument } from './use-document.js';

const NONE: readonly Passage[] = [];

interface DocumentViewProps {
  id: string;
  /** Where to open it. */
  at: Place;
  onClose: () => void;
}

/** A document to read, change and delete, with its passages, and beside it what is like it. */
export function DocumentView({ id, at, onClose }: DocumentViewProps) {
  const { client } = useSession();
  const document = useDocument(id);
  const passages = useQuery({
    queryKey: ['documents', 'passages', id, document.data?.updated_at],
    queryFn: ({ signal }) => client.documents.passages(id, { signal }),
    enabled: document.data !== undefined,
  });
  if (document.error !== null && document.data === undefined) {
    const isMissing = document.error instanceof SextantError && document.error.code === 'document_not_found';
    if (isMissing) return <MissingDocument id={id} onClose={onClose} />;
    return <Failure error={document.error} onRetry={() => document.refetch()} />;
  }
  if (document.data === undefined) return <Loading lines={10} label="Loading the document" />;
  const { content } = document.data;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button that closes it is what assistants offer
    <div className={styles.opened} onKeyDown={(event) => isEscape(event) && onClose()}>
      <article className={styles.document} aria-label="Document">
        <DocumentHead key={id} document={document.data} onClose={onClose} />
        {passages.error !== null && <Failure error={passages.error} onRetry={() => passages.refetch()} />}
        {content === null || content === '' ? (
          <p className={styles.none}>This document has a title and no text.</p>
        ) : (
          <DocumentText key={id} id={id} content={content} passages={passages.data?.data ?? NONE} place={at} />
        )}
        <DocumentMetadata metadata={document.data.metadata} />
      </article>
      <RelatedDocuments document={document.data} />
    </div>
  );
}

function MissingDocument({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Empty icon="documents" title="This document is not there">
      <p>
        Nothing has the id <code>{id}</code>: it may have been deleted, or belong to a tenant that your key does not
        see.
      </p>
      <Button onClick={onClose}>Show all documents</Button>
    </Empty>
  );
}

/** Escape in a dialog closes the dialog. */
function isEscape({ key, target }: KeyboardEvent): boolean {
  return key === 'Escape' && target instanceof Element && target.closest('dialog') === null;
}

function DocumentHead({ document, onClose }: { document: Document; onClose: () => void }) {
  const { may } = useSession();
  const [isEditing, setEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDeletion(document, onClose);
  useShortcut('e', () => setEditing(true), may('write') && !isEditing);
  // Whoever opens a document by keyboard goes on reading there.
  useEffect(() => heading.current?.focus(), []);
  const { id, title, language, tenant_id, created_at, updated_at, source_uri } = document;
  return (
    <header className={styles.documentHead}>
      <div className={styles.titleRow}>
        <h2 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h2>
        <Row>
          {may('write') && (
            <>
              <Button isSmall icon="edit" title="Edit (e)" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button isSmall icon="trash" variant="danger" onClick={remove}>
                Delete
              </Button>
            </>
          )}
          <Button isSmall icon="close" title="Close (Escape)" onClick={onClose}>
            Close
          </Button>
        </Row>
      </div>
      <Row>
        <Badge>{formatLanguage(language)}</Badge>
        <Badge title="Tenant">
          <bdi>{tenant_id}</bdi>
        </Badge>
        <span className={styles.id}>
          <code>{id}</code>
          <CopyButton text={id} label="Copy the id" />
        </span>
        <span className={styles.facts}>
          created <time dateTime={created_at}>{formatDateTime(created_at)}</time>, changed{' '}
          <time dateTime={updated_at}>{formatDateTime(updated_at)}</time>
        </span>
        {source_uri !== null && <Source uri={source_uri} />}
      </Row>
      {isEditing && <EditDialog document={document} onClose={() => setEditing(false)} />}
    </header>
  );
}

/** Only addresses of the web are links: a document may come from anybody. */
function Source({ uri }: { uri: string }) {
  return /^https?:\/\//i.test(uri) ? (
    <a className={styles.source} href={uri} target="_blank" rel="noopener noreferrer nofollow">
      {uri}
    </a>
  ) : (
    <span className={styles.source}>{uri}</span>
  );
}
