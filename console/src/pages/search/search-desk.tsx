import { InvalidRequestError } from '@sextant/client';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../design/button.js';
import { Page, Panel } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { formatMilliseconds, formatNumber } from '../../shared/format.js';
import { useShortcut } from '../../shared/use-shortcut.js';
import { AnswerNotes, AnswerSummary } from './answer-notes.js';
import { COMPARED, COMPARED_HITS, Comparison } from './comparison.js';
import { Controls } from './controls.js';
import { facetRequestOf } from './facet-fields.js';
import { Facets } from './facets.js';
import { FilterChips } from './filter-chips.js';
import { FilterJson } from './filter-json.js';
import { chipsOf } from './filter-model.js';
import { moveFocus } from './hit-focus.js';
import { HitList } from './hit-list.js';
import { NoHits } from './no-hits.js';
import { QueryBox, TitleLine } from './query-box.js';
import { RequestDialog } from './request-dialog.js';
import { requestOf } from './request-snippet.js';
import styles from './search-desk.module.css';
import { ALL_LANGUAGES, listRequestOf, type SearchState, searchRequestOf, titleScopeOf } from './search-state.js';
import { Tuning } from './tuning.js';
import { useComparison, useHits } from './use-hits.js';
import type { IndexOverview } from './use-index-overview.js';

interface SearchDeskProps {
  state: SearchState;
  overview: IndexOverview;
  /** `isStep`: worth going back from. */
  onChange: (state: SearchState, isStep?: boolean) => void;
}

const SHOWN_FACETS = 8;

/** The box, the hits, and what narrows them. */
export function SearchDesk({ state, overview, onChange }: SearchDeskProps) {
  const box = useRef<HTMLInputElement>(null);
  const [isJsonShown, setJsonShown] = useState(false);
  const [isRequestShown, setRequestShown] = useState(false);
  const [areFacetsShown, setFacetsShown] = useState(false);
  const [areAllFacets, setAllFacets] = useState(false);
  const focusBox = () => box.current?.select();
  useShortcut('/', focusBox);
  useShortcut('j', () => moveFocus(1, focusBox));
  useShortcut('k', () => moveFocus(-1, focusBox));

  const language = state.language ?? overview.languages[0]?.value ?? 'en';
  const isSearch = state.query.trim() !== '';
  const isCompared = isSearch && state.isSideBySide;
  const fields = overview.facetFields.slice(0, areAllFacets ? undefined : SHOWN_FACETS);
  const facetRequests = fields.map(facetRequestOf);
  const search = isSearch ? searchRequestOf(state, language) : null;
  const single = useHits(
    search === null ? { list: listRequestOf(state, language) } : { search },
    facetRequests,
    !isCompared,
  );
  const searches = COMPARED.map((mode) => ({ ...searchRequestOf(state, language, mode), ...COMPARED_HITS }));
  const several = useComparison(searches, facetRequests, isCompared);
  const first = several.comparison?.columns[0];
  const shown = isCompared ? (first === undefined || 'error' in first ? null : first) : single.hits;
  const error = isCompared ? several.error : single.error;

  const onKeyDown = (event: KeyboardEvent) => {
    const isOnHit = (event.target as HTMLElement).dataset.hit !== undefined;
    if (event.key === 'Escape') focusBox();
    else if (isOnHit && event.key === 'ArrowDown') moveFocus(1, focusBox);
    else if (isOnHit && event.key === 'ArrowUp') moveFocus(-1, focusBox);
    else return;
    event.preventDefault();
  };
  const chipCount = chipsOf(state.filter).length + state.tenants.length;
  return (
    <Page
      title="Search"
      actions={
        <Button icon="explorer" variant="quiet" onClick={() => setRequestShown(true)}>
          Copy the request
        </Button>
      }
    >
      <QueryBox
        box={box}
        query={state.query}
        onChange={(query) => onChange({ ...state, query, language }, false)}
        onDown={() => moveFocus(1, focusBox)}
      />
      <TitleLine query={state.query} scope={language === ALL_LANGUAGES ? null : titleScopeOf(state, language)} />
      <div className={styles.bar}>
        <Controls state={state} language={language} overview={overview} onChange={onChange} />
        <Button isSmall isPressed={isJsonShown} onClick={() => setJsonShown(!isJsonShown)}>
          Filter as JSON
        </Button>
        <span className={styles.narrowOnly}>
          <Button isSmall icon="filter" isPressed={areFacetsShown} onClick={() => setFacetsShown(!areFacetsShown)}>
            {chipCount === 0 ? 'Narrow' : `Narrow (${formatNumber(chipCount)})`}
          </Button>
        </span>
      </div>
      <FilterChips filter={state.filter} onChange={(filter) => onChange({ ...state, filter })} />
      <div className={styles.columns}>
        <aside className={areFacetsShown ? `${styles.side} ${styles.open}` : styles.side} aria-label="Narrow the hits">
          {shown !== null && (
            <Facets
              fields={fields}
              results={shown.facets}
              state={state}
              tenants={overview.tenants}
              onChange={onChange}
            />
          )}
          {overview.facetFields.length > SHOWN_FACETS && (
            <Button isSmall variant="quiet" onClick={() => setAllFacets(!areAllFacets)}>
              {areAllFacets
                ? 'Fewer fields'
                : `${formatNumber(overview.facetFields.length - SHOWN_FACETS)} more fields`}
            </Button>
          )}
          {isSearch && <Tuning state={state} onChange={(next) => onChange(next, false)} />}
        </aside>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keys */}
        <div className={styles.main} onKeyDown={onKeyDown}>
          {isJsonShown && (
            <FilterJson
              filter={state.filter}
              onChange={(filter) => onChange({ ...state, filter }, false)}
              onClose={() => setJsonShown(false)}
            />
          )}
          {error !== null && (
            <Failure
              error={error}
              // What the service has refused, it would refuse again.
              onRetry={error instanceof InvalidRequestError ? undefined : isCompared ? several.retry : single.retry}
            />
          )}
          {isCompared ? (
            several.comparison === null ? (
              error === null && <Loading lines={8} />
            ) : (
              <>
                <p className={styles.summary} role="status">
                  Three searches in {formatMilliseconds(several.comparison.milliseconds)}
                </p>
                <Panel isFlush>
                  <Comparison columns={several.comparison.columns} isFresh={several.isFresh} />
                </Panel>
              </>
            )
          ) : single.hits === null ? (
            error === null && <Loading lines={8} />
          ) : (
            <>
              <AnswerSummary {...single.hits} isSearch={isSearch} />
              <Panel isFlush>
                <AnswerNotes {...single.hits} />
                {single.hits.hits.length === 0 ? (
                  <NoHits state={state} language={language} overview={overview} onChange={onChange} />
                ) : (
                  <HitList hits={single.hits} search={search} isTenantShown={overview.tenants.length > 1} />
                )}
              </Panel>
            </>
          )}
        </div>
      </div>
      {isRequestShown && <RequestDialog request={requestOf(state, language)} onClose={() => setRequestShown(false)} />}
    </Page>
  );
}
