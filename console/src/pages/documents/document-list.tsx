import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Empty, Failure, Loading } from '../../design/states.js';
import { FirstDocuments } from '../../shared/first-documents.js';
import { formatAge, formatLanguage } from '../../shared/format.js';
import styles from './document-list.module.css';
import { isEverything, type ListChoice } from './list-choice.js';
import { useDocumentPages } from './use-document-pages.js';

interface DocumentListProps {
  choice: ListChoice;
  /** The id of the open document. */
  openId: string | null;
  onOpen: (id: string) => void;
  /** Null while it is not known. */
  onTotal: (total: number | null) => void;
}

const ROW_PIXELS = 60;
/** Browsers can't scroll further; whoever looks for something narrows the list down long before. */
const MOST_ROWS = 250_000;
/** Rows beyond the edges that are drawn too, so that scrolling shows no gaps. */
const OVERSCAN = 12;

/** All documents, of which only those in view are drawn and loaded. Arrow keys move, Enter opens. */
export function DocumentList({ choice, openId, onOpen, onTotal }: DocumentListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const { total, at, error, retry } = useDocumentPages(choice, range);
  const rows = useVirtualizer({
    count: Math.min(total ?? 0, MOST_ROWS),
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PIXELS,
    overscan: OVERSCAN,
    onChange: ({ range: shown }) => {
      if (shown !== null) setRange({ first: shown.startIndex, last: shown.endIndex });
    },
  });
  useEffect(() => onTotal(total), [total, onTotal]);
  const wasOpen = useRef(openId !== null);
  useEffect(() => {
    // Whoever closes a document by keyboard goes on in the list.
    if (wasOpen.current && openId === null) scroller.current?.focus();
    wasOpen.current = openId !== null;
  }, [openId]);
  if (error !== null && total === null) return <Failure error={error} onRetry={retry} />;
  if (total === null) return <Loading lines={8} label="Loading the documents" />;
  if (total === 0) return <NoDocuments choice={choice} />;
  const go = (index: number) => {
    const target = Math.max(0, Math.min(Math.min(total, MOST_ROWS) - 1, index));
    setCurrent(target);
    rows.scrollToIndex(target, { align: 'auto' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = at(current);
    if (event.key === 'Enter' && chosen !== null) onOpen(chosen.id);
    else if (event.key in STEPS) go(current + STEPS[event.key]!);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(total - 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      {error !== null && <Failure error={error} onRetry={retry} />}
      <div
        ref={scroller}
        className={styles.scroller}
        role="listbox"
        aria-label="Documents"
        aria-activedescendant={`row-${current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={styles.rows} role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start, size }) => (
            <Row
              key={index}
              id={`row-${index}`}
              document={at(index)}
              position={{ index, start, size, total }}
              isCurrent={index === current}
              isOpen={openId !== null && at(index)?.id === openId}
              onOpen={(id) => {
                setCurrent(index);
                onOpen(id);
              }}
            />
          ))}
        </div>
      </div>
    </>
  );
}

function NoDocuments({ choice }: { choice: ListChoice }) {
  return isEverything(choice) ? (
    <Empty icon="documents" title="There are no documents yet">
      <FirstDocuments />
    </Empty>
  ) : (
    <Empty icon="documents" title="No document is like that">
      Change the words, the language or the tenant above.
    </Empty>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

interface RowProps {
  id: string;
  document: { id: string; title: string; language: string; tenant_id: string; updated_at: string } | null;
  position: { index: number; start: number; size: number; total: number };
  isCurrent: boolean;
  isOpen: boolean;
  onOpen: (id: string) => void;
}

function Row({ id, document, position, isCurrent, isOpen, onOpen }: RowProps) {
  const { index, start, size, total } = position;
  const className = [styles.row, isCurrent && styles.current, isOpen && styles.open].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and says which option is the current one
    <div
      id={id}
      role="option"
      aria-selected={isOpen}
      aria-posinset={index + 1}
      aria-setsize={total}
      className={className}
      style={{ height: size, transform: `translateY(${start}px)` }}
      onClick={() => document !== null && onOpen(document.id)}
    >
      {document === null ? (
        <span className={styles.pending}>Loading …</span>
      ) : (
        <>
          <span className={styles.rowTitle} dir="auto">
            {document.title}
          </span>
          <span className={styles.rowFacts}>
            {formatLanguage(document.language)} · <bdi>{document.tenant_id}</bdi> · {formatAge(document.updated_at)}
          </span>
        </>
      )}
    </div>
  );
}
