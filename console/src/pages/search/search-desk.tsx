import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../design/button.js';
import { Page } from '../../design/layout.js';
import { formatCount, formatNumber } from '../../shared/format.js';
import { RequestDialog } from '../../shared/request-dialog.js';
import { useShortcut } from '../../shared/use-shortcut.js';
import { AnswerView } from './answer-view.js';
import { Controls } from './controls.js';
import { Facets } from './facets.js';
import { FilterChips } from './filter-chips.js';
import { FilterJson } from './filter-json.js';
import { chipsOf } from './filter-model.js';
import { moveFocus } from './hit-focus.js';
import { QueryBox, TitleLine } from './query-box.js';
import { requestOf } from './request-snippet.js';
import styles from './search-desk.module.css';
import type { SearchState } from './search-state.js';
import { Tuning } from './tuning.js';
import { useAnswer } from './use-answer.js';
import type { IndexOverview } from './use-index-overview.js';
import { useTitles } from './use-titles.js';

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
  const [isSideShown, setSideShown] = useState(false);
  const [areAllFacets, setAllFacets] = useState(false);
  const focusBox = () => {
    // Whoever begins a new search wants to see its first hits, not those where the last one was left.
    window.scrollTo({ top: 0 });
    box.current?.select();
  };
  useShortcut('/', focusBox);
  useShortcut('j', () => moveFocus(1, focusBox));
  useShortcut('k', () => moveFocus(-1, focusBox));
  const onKeyDown = (event: KeyboardEvent) => {
    const isOnHit = (event.target as HTMLElement).dataset.hit !== undefined;
    if (event.key === 'Escape') focusBox();
    else if (isOnHit && event.key === 'ArrowDown') moveFocus(1, focusBox);
    else if (isOnHit && event.key === 'ArrowUp') moveFocus(-1, focusBox);
    else return;
    event.preventDefault();
  };

  const language = state.language ?? overview.languages[0]?.value ?? 'en';
  const fields = overview.facetFields.slice(0, areAllFacets ? undefined : SHOWN_FACETS);
  const answer = useAnswer(state, language, fields);
  const titles = useTitles(state, language);
  const narrowings = chipsOf(state.filter).length + state.tenants.length;
  const hiddenFields = overview.facetFields.length - SHOWN_FACETS;
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
        // The language too: whoever gets the address may have another one by default.
        onChange={(query) => onChange({ ...state, query, language }, false)}
        onDown={() => moveFocus(1, focusBox)}
      />
      <TitleLine titles={titles} />
      <div className={styles.bar}>
        <Controls state={state} language={language} overview={overview} onChange={onChange} />
        <Button isSmall isPressed={isJsonShown} onClick={() => setJsonShown(!isJsonShown)}>
          Filter as JSON
        </Button>
        <span className={styles.narrowOnly}>
          <Button isSmall icon="filter" isPressed={isSideShown} onClick={() => setSideShown(!isSideShown)}>
            {narrowings === 0 ? 'Narrow' : `Narrow (${formatNumber(narrowings)})`}
          </Button>
        </span>
      </div>
      <FilterChips state={state} onChange={onChange} />
      <div className={styles.columns}>
        <aside className={isSideShown ? `${styles.side} ${styles.open}` : styles.side} aria-label="Narrow the hits">
          {answer.facets !== null && (
            <Facets
              fields={fields}
              results={answer.facets}
              state={state}
              tenants={overview.tenants}
              onChange={onChange}
            />
          )}
          {hiddenFields > 0 && (
            <Button isSmall variant="quiet" onClick={() => setAllFacets(!areAllFacets)}>
              {areAllFacets ? 'Fewer fields' : formatCount(hiddenFields, 'more field')}
            </Button>
          )}
          {answer.search !== null && <Tuning state={state} onChange={(next) => onChange(next, false)} />}
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
          <AnswerView
            answer={answer}
            titles={titles}
            state={state}
            language={language}
            overview={overview}
            onChange={onChange}
          />
        </div>
      </div>
      {isRequestShown && <RequestDialog request={requestOf(state, language)} onClose={() => setRequestShown(false)} />}
    </Page>
  );
}
