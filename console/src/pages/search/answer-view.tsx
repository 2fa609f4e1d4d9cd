import { ConnectionError, InvalidRequestError, type SuggestedDocument } from '@sextant/client';
import { Panel } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { AnswerNotes, AnswerSummary, ComparisonSummary } from './answer-notes.js';
import { Comparison } from './comparison.js';
import { HitList } from './hit-list.js';
import { NoHits } from './no-hits.js';
import type { SearchState } from './search-state.js';
import type { Answer } from './use-answer.js';
import type { IndexOverview } from './use-index-overview.js';

interface AnswerViewProps {
  answer: Answer;
  titles: readonly SuggestedDocument[];
  state: SearchState;
  language: string;
  overview: IndexOverview;
  onChange: (state: SearchState) => void;
}

/** The last answer, and above it what is wrong with the next one, if something is. */
export function AnswerView({ answer, titles, state, language, overview, onChange }: AnswerViewProps) {
  const { search, hits, comparison, isComparisonFresh, retry } = answer;
  // That the service is away, the banner of the page says already.
  const error = answer.error instanceof ConnectionError ? null : answer.error;
  // What the service has refused, it would refuse again.
  const onRetry = error instanceof InvalidRequestError ? undefined : retry;
  return (
    <>
      {error !== null && <Failure error={error} onRetry={onRetry} />}
      {error === null && hits === null && comparison === null && <Loading lines={8} label="Searching" />}
      {comparison !== null && (
        <>
          <ComparisonSummary milliseconds={comparison.milliseconds} />
          <Panel isFlush>
            <Comparison columns={comparison.columns} isFresh={isComparisonFresh} />
          </Panel>
        </>
      )}
      {hits !== null && (
        <>
          <AnswerSummary {...hits} isSearch={search !== null} />
          <Panel isFlush>
            <AnswerNotes {...hits} />
            {hits.hits.length === 0 ? (
              <NoHits titles={titles} state={state} language={language} overview={overview} onChange={onChange} />
            ) : (
              <HitList hits={hits} search={search} isTenantShown={overview.tenants.length > 1} />
            )}
          </Panel>
        </>
      )}
    </>
  );
}
