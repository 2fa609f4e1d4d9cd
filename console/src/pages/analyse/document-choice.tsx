import type { Filter } from '@sextant/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { TextInput } from '../../design/field.js';
import { Stack } from '../../design/layout.js';
import { Empty, Failure, Loading } from '../../design/states.js';
import { FirstDocuments } from '../../shared/first-documents.js';
import { formatLanguage } from '../../shared/format.js';
import { useDebounced } from '../../shared/use-debounced.js';
import styles from './analyse.module.css';

const SHOWN = 12;
const PAUSE_MILLISECONDS = 120;

/** Finds a document by its title, in any language; as long as nothing is typed, the first ones are offered. */
export function DocumentChoice({ chosen, onChoose }: { chosen: string | null; onChoose: (id: string) => void }) {
  const { client } = useSession();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), PAUSE_MILLISECONDS);
  const found = useQuery({
    queryKey: ['documents', 'choice', query],
    queryFn: async ({ signal }) => {
      if (query === '') return (await client.documents.browse({ limit: SHOWN }, { signal })).data;
      return (await client.documents.filter({ filter: titleFilter(query), limit: SHOWN }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Stack>
      <TextInput
        type="search"
        aria-label="Find a document"
        placeholder="Find a document"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.isPending && <Loading lines={5} label="Loading the documents" />}
      {found.isError && <Failure error={found.error} onRetry={() => found.refetch()} />}
      {found.data?.length === 0 && (
        <Empty icon="documents" title={query === '' ? 'There are no documents yet' : 'No title has these words'}>
          {query === '' && <FirstDocuments />}
        </Empty>
      )}
      <div className={styles.found}>
        {found.data?.map(({ id, title, language }) => (
          <button
            key={id}
            type="button"
            className={styles.document}
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
          >
            <span dir="auto">{title}</span>
            <span className={styles.muted}>{formatLanguage(language)}</span>
          </button>
        ))}
      </div>
    </Stack>
  );
}

/** Titles with these words, and those with these letters: the last word may not be finished yet. */
function titleFilter(typed: string): Filter {
  const letters = typed.replace(/[*?\\]/g, '\\$&');
  const capitalised = letters.charAt(0).toUpperCase() + letters.slice(1);
  return {
    should: [
      { match: { title: typed } },
      { wildcard: { title: `*${letters}*` } },
      { wildcard: { title: `*${capitalised}*` } },
    ],
  };
}
