import type { SuggestedDocument } from '@sextant/client';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../app/session.js';
import { Button, buttonClass } from '../../design/button.js';
import { Empty } from '../../design/states.js';
import { FirstDocuments } from '../../shared/first-documents.js';
import { formatLanguage } from '../../shared/format.js';
import styles from './no-hits.module.css';
import { ALL_LANGUAGES, type SearchState } from './search-state.js';
import type { IndexOverview } from './use-index-overview.js';

interface NoHitsProps {
  titles: readonly SuggestedDocument[];
  state: SearchState;
  language: string;
  overview: IndexOverview;
  onChange: (state: SearchState) => void;
}

const LOWER_CUTOFF = 25;

/** Nothing was found: everything that could be the reason, one click each. */
export function NoHits({ titles, state, language, overview, onChange }: NoHitsProps) {
  const { may } = useSession();
  const query = state.query.trim();
  const ways = waysOut(state, language, overview);
  if (titles.length > 0) return <HalfWritten titles={titles} />;
  if (overview.total === 0) {
    return (
      <Empty icon="documents" title="There are no documents yet">
        <FirstDocuments />
      </Empty>
    );
  }
  return (
    <Empty icon="search" title={query === '' ? 'No document passes this filter' : 'Nothing found'}>
      {ways.length > 0 && <p>What may help:</p>}
      <div className={styles.ways}>
        {ways.map(({ label, next }) => (
          <Button key={label} onClick={() => onChange(next)}>
            {label}
          </Button>
        ))}
        {query !== '' && may('admin') && (
          <Link
            to="/operate/$section"
            params={{ section: 'synonyms' }}
            search={{ word: query }}
            className={buttonClass({})}
          >
            Add a synonym
          </Link>
        )}
      </div>
    </Empty>
  );
}

/** The query ends within a word, as it seems: what it may become. */
function HalfWritten({ titles }: Pick<NoHitsProps, 'titles'>) {
  return (
    <Empty title="No hit yet">
      <p>Titles with words that begin like this:</p>
      <ul className={styles.titles}>
        {titles.map(({ id, title }) => (
          <li key={id}>
            <Link to="/documents/$id" params={{ id }} data-hit="" dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Empty>
  );
}

function waysOut(state: SearchState, language: string, { languages }: IndexOverview) {
  const isSearch = state.query.trim() !== '';
  const readsMeaning = state.mode !== 'words' && !state.isSideBySide;
  return [
    Object.keys(state.filter).length > 0 && { label: 'Remove the filter', next: { ...state, filter: {} } },
    state.tenants.length > 0 && { label: 'Search all tenants', next: { ...state, tenants: [] } },
    isSearch &&
      !readsMeaning && {
        label: 'Search by meaning too',
        next: { ...state, mode: 'hybrid' as const, isSideBySide: false },
      },
    isSearch &&
      readsMeaning &&
      state.cutoff > LOWER_CUTOFF && {
        label: `Take weaker matches (cutoff ${LOWER_CUTOFF})`,
        next: { ...state, cutoff: LOWER_CUTOFF },
      },
    isSearch && !state.forgivesTypos && { label: 'Forgive typos', next: { ...state, forgivesTypos: true } },
    language !== ALL_LANGUAGES &&
      languages.some(({ value }) => value !== language) && {
        label: `Search all languages, not only ${formatLanguage(language)}`,
        next: { ...state, language: ALL_LANGUAGES, mode: 'meaning' as const, isSideBySide: false },
      },
  ].filter((way) => way !== false);
}
