import { Segmented, Select } from '../../design/field.js';
import { labelOf } from '../../shared/field-names.js';
import { formatLanguage, formatNumber } from '../../shared/format.js';
import styles from './controls.module.css';
import { ALL_LANGUAGES, type Mode, type SearchState, withLanguage, withMode } from './search-state.js';
import type { IndexOverview } from './use-index-overview.js';

interface ControlsProps {
  state: SearchState;
  /** The language in effect. */
  language: string;
  overview: IndexOverview;
  onChange: (state: SearchState) => void;
}

const MODES: readonly { value: Mode | 'compare'; label: string }[] = [
  { value: 'hybrid', label: 'Hybrid' },
  { value: 'meaning', label: 'Meaning' },
  { value: 'words', label: 'Words' },
  { value: 'compare', label: 'Side by side' },
];

/** How the query is read, in which language, and in which order hits come. */
export function Controls({ state, language, overview, onChange }: ControlsProps) {
  return (
    <div className={styles.controls}>
      <Segmented
        label="Search by"
        value={state.isSideBySide ? 'compare' : state.mode}
        options={MODES}
        onChange={(value) =>
          onChange(withMode(state, value === 'compare' ? { isSideBySide: true } : { mode: value, isSideBySide: false }))
        }
      />
      <Select
        className={styles.select}
        aria-label="Language"
        value={language}
        onChange={(event) => onChange(withLanguage(state, event.target.value))}
      >
        {languagesOf(overview, language).map(({ value, count }) => (
          <option key={value} value={value}>
            {formatLanguage(value)} ({formatNumber(count)})
          </option>
        ))}
        <option value={ALL_LANGUAGES}>All languages, by meaning</option>
      </Select>
      <Select
        className={styles.select}
        aria-label="Order"
        value={state.sort ?? ''}
        onChange={(event) => onChange({ ...state, sort: event.target.value || null })}
      >
        <option value="">{state.query.trim() === '' ? 'Newest first' : 'Best first'}</option>
        {sortsOf(overview, state.sort).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** Also the one in effect, if a link names one that no document has. */
function languagesOf({ languages }: IndexOverview, language: string) {
  const isListed = language === ALL_LANGUAGES || languages.some(({ value }) => value === language);
  return isListed ? languages : [...languages, { value: language, count: 0 }];
}

const SORTS = [
  { value: 'created_at:desc', label: 'Added, newest first' },
  { value: 'created_at:asc', label: 'Added, oldest first' },
  { value: 'updated_at:desc', label: 'Changed, newest first' },
  { value: 'title:asc', label: 'Title, A to Z' },
];

function sortsOf({ sortFields }: IndexOverview, sort: string | null) {
  const offered = [
    ...SORTS,
    ...sortFields.flatMap((field) => [
      { value: `${field}:desc`, label: `${labelOf(field)}, highest first` },
      { value: `${field}:asc`, label: `${labelOf(field)}, lowest first` },
    ]),
  ];
  const isListed = sort === null || offered.some(({ value }) => value === sort);
  return isListed ? offered : [...offered, { value: sort, label: sort }];
}
