import { Checkbox, Field, TextInput } from '../../design/field.js';
import { formatNumber, formatPercent } from '../../shared/format.js';
import { FacetGroup } from './facet-group.js';
import type { SearchState } from './search-state.js';
import styles from './tuning.module.css';

/** What decides which hits there are and in which order, beside the query. */
export function Tuning({ state, onChange }: { state: SearchState; onChange: (state: SearchState) => void }) {
  const readsWords = state.mode !== 'meaning' || state.isSideBySide;
  const readsMeaning = state.mode !== 'words' || state.isSideBySide;
  return (
    <FacetGroup label="Tuning">
      <div className={styles.tuning}>
        {readsMeaning && (
          <Field label={`Least score by meaning: ${formatNumber(state.cutoff)}`}>
            <TextInput
              type="range"
              min={0}
              max={90}
              step={5}
              value={state.cutoff}
              onChange={(event) => onChange({ ...state, cutoff: Number(event.target.value) })}
            />
          </Field>
        )}
        {readsMeaning && readsWords && (
          <Field label={`Share of meaning: ${formatPercent(state.ratio)}`}>
            <TextInput
              type="range"
              min={0.2}
              max={0.8}
              step={0.1}
              value={state.ratio}
              onChange={(event) => onChange({ ...state, ratio: Number(event.target.value) })}
            />
          </Field>
        )}
        {readsWords && (
          <Checkbox
            label="Forgive typos"
            checked={state.forgivesTypos}
            onChange={(event) => onChange({ ...state, forgivesTypos: event.target.checked })}
          />
        )}
      </div>
    </FacetGroup>
  );
}
