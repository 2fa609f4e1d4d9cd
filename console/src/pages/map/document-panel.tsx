import { Link } from '@tanstack/react-router';
import { buttonClass, IconButton } from '../../design/button.js';
import { Badge, Panel, Row } from '../../design/layout.js';
import { RichText } from '../../design/rich-text.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { formatDate, formatLanguage } from '../../shared/format.js';
import styles from './map.module.css';
import { useDocument } from './queries.js';

/** The document of a point, beside the map. */
export function DocumentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: document, error, refetch } = useDocument(id);
  return (
    <Panel title="Document" actions={<IconButton icon="close" label="Close the document" isSmall onClick={onClose} />}>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {document === undefined && error === null && <Loading label="Loading the document" />}
      {document === null && <Empty title="This document is no longer there" />}
      {document && (
        <article className={styles.document}>
          <h3 dir="auto">{document.title}</h3>
          <Row>
            <Badge>{formatLanguage(document.language)}</Badge>
            <Badge>{document.tenant_id}</Badge>
            <Badge>{formatDate(document.created_at)}</Badge>
          </Row>
          <div className={styles.content}>
            {document.content === null ? (
              <p>It has no content.</p>
            ) : (
              <RichText content={document.content} type="plaintext" />
            )}
          </div>
          <Link to="/documents/$id" params={{ id }} className={buttonClass({ isSmall: true })}>
            Open among the documents
          </Link>
        </article>
      )}
    </Panel>
  );
}
