import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Badge, Page, Panel } from '../../design/layout.js';
import { Empty } from '../../design/states.js';
import { DropTarget } from '../../shared/file-import/file-drop.js';
import { FileReport } from '../../shared/file-import/file-report.js';
import { useFileQueue } from '../../shared/file-import/use-file-queue.js';
import { formatNumber } from '../../shared/format.js';
import { AddDialog } from './add-dialog.js';
import { DocumentList } from './document-list.js';
import { DocumentView } from './document-view.js';
import styles from './documents.module.css';
import { FilesDialog } from './files-dialog.js';
import { choiceSearch, type ListChoice, readChoice } from './list-choice.js';
import { ListControls } from './list-controls.js';
import { readPlace, withoutPlace } from './place.js';
import { useDocument } from './use-document.js';

/** All documents on the left, the open one on the right; on a phone one at a time. */
export default function DocumentsPage() {
  const { id = null } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const { may, tenants } = useSession();
  const { queue, progress } = useFileQueue();
  const [dialog, setDialog] = useState<'add' | 'files' | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const { data: opened } = useDocument(id);
  const choice = readChoice(search);
  const open = useCallback(
    (next: string | null) =>
      navigate({
        to: next === null ? '/documents' : '/documents/$id',
        params: { id: next ?? undefined },
        search: withoutPlace,
      }),
    [navigate],
  );
  const choose = (changed: ListChoice) => navigate({ to: '.', search: choiceSearch(changed), replace: true });
  const tenantToFill = choice.tenant || tenants?.[0] || 'default';
  return (
    <DropTarget onFiles={(files) => may('write') && queue.add(files, tenantToFill)}>
      <Page
        title="Documents"
        tabTitle={opened?.title}
        actions={
          may('write') && (
            <>
              <Button icon="upload" onClick={() => setDialog('files')}>
                Import files
              </Button>
              <Button icon="plus" variant="primary" onClick={() => setDialog('add')}>
                Add
              </Button>
            </>
          )
        }
      >
        {dialog !== 'files' && <FileReport queue={queue} progress={progress} />}
        <div className={id === null ? styles.layout : `${styles.layout} ${styles.withDocument}`}>
          <div className={styles.listColumn}>
            <Panel isFlush title="All" actions={total !== null && <Badge>{formatNumber(total)}</Badge>}>
              <ListControls choice={choice} onChange={choose} />
              <DocumentList choice={choice} openId={id} onOpen={open} onTotal={setTotal} />
            </Panel>
          </div>
          <div className={styles.documentColumn}>
            {id === null ? (
              // Where there are none, the list says so, and nothing can be opened.
              total !== 0 && (
                <Empty icon="documents" title="Open a document">
                  Its text, passages, metadata and what is like it are shown here.
                </Empty>
              )
            ) : (
              <DocumentView id={id} at={readPlace(search)} onClose={() => open(null)} />
            )}
          </div>
        </div>
        {dialog === 'files' && <FilesDialog onClose={() => setDialog(null)} />}
        {dialog === 'add' && (
          <AddDialog
            onClose={() => setDialog(null)}
            onAdded={(added) => {
              setDialog(null);
              open(added);
            }}
          />
        )}
      </Page>
    </DropTarget>
  );
}
