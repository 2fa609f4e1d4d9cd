import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass, IconButton } from '../../design/button.js';
import { useCopy } from '../../design/code.js';
import { Panel, Row } from '../../design/layout.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { formatCount, formatNumber } from '../../shared/format.js';
import styles from './map.module.css';
import { useHeads } from './queries.js';

interface SelectionPanelProps {
  /** The chosen documents. */
  ids: readonly string[];
  onOpen: (id: string) => void;
  onClear: () => void;
}

const PAGE_SIZE = 50;
/** An address with more ids is too long for some browsers and proxies. */
const MOST_IN_ADDRESS = 300;

/** What was chosen on the map: its documents, and the way to search among them. */
export function SelectionPanel({ ids, onOpen, onClear }: SelectionPanelProps) {
  const [page, setPage] = useState(0);
  const first = page * PAGE_SIZE;
  const heads = useHeads(ids.slice(first, first + PAGE_SIZE));
  return (
    <Panel
      title={`${formatCount(ids.length, 'document')} chosen`}
      actions={<IconButton icon="close" label="Choose none" isSmall onClick={onClear} />}
    >
      {ids.length === 0 ? (
        <Empty title="No documents there">Draw the line around some points.</Empty>
      ) : (
        <div className={styles.selection}>
          <Row>
            <SearchAmong ids={ids} />
          </Row>
          {heads.error !== null && <Failure error={heads.error} onRetry={() => void heads.refetch()} />}
          {heads.data === undefined && heads.error === null && <Loading label="Loading the titles" />}
          <ul className={styles.list}>
            {heads.data?.data.map(({ id, title }) => (
              <li key={id}>
                <button type="button" className={styles.entry} onClick={() => onOpen(id)}>
                  <span className={styles.entryText} dir="auto">
                    {title}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          {ids.length > PAGE_SIZE && (
            <Row>
              <Button isSmall disabled={page === 0} onClick={() => setPage(page - 1)}>
                Previous
              </Button>
              <Button isSmall disabled={first + PAGE_SIZE >= ids.length} onClick={() => setPage(page + 1)}>
                Next
              </Button>
              <span className={styles.count}>
                {formatNumber(first + 1)}–{formatNumber(Math.min(ids.length, first + PAGE_SIZE))}
              </span>
            </Row>
          )}
        </div>
      )}
    </Panel>
  );
}

/** The chosen documents as a filter: for the search page, or to copy where there are too many for an address. */
function SearchAmong({ ids }: { ids: readonly string[] }) {
  const filter = { must: [{ ids: { values: ids } }] };
  const [isCopied, copy] = useCopy(JSON.stringify(filter));
  return (
    <>
      {ids.length <= MOST_IN_ADDRESS && (
        <Link
          to="/search"
          search={{ filter, language: 'all' }}
          className={buttonClass({ isSmall: true, variant: 'primary' })}
        >
          Search among these
        </Link>
      )}
      <Button isSmall icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy as filter'}
      </Button>
    </>
  );
}
