import type { FacetResult, FacetResults, Filter } from '@sextant/client';
import { useState } from 'react';
import { Button } from '../../design/button.js';
import { Checkbox } from '../../design/field.js';
import { formatNumber } from '../../shared/format.js';
import { type FacetField, labelOf } from './facet-fields.js';
import { FacetGroup } from './facet-group.js';
import styles from './facets.module.css';
import { chosenRange, chosenValues, type FilterValue, setRange, toggleValue } from './filter-model.js';
import { RangeFacet } from './range-facet.js';
import type { SearchState } from './search-state.js';
import type { Counted } from './use-index-overview.js';

const SHOWN_VALUES = 6;
/** The service takes no more in one search. */
const MOST_TENANTS = 10;

interface FacetsProps {
  fields: readonly FacetField[];
  results: FacetResults;
  state: SearchState;
  tenants: readonly Counted[];
  onChange: (state: SearchState) => void;
}

/** What the hits can be narrowed by, with the number of hits for each choice. */
export function Facets({ fields, results, state, tenants, onChange }: FacetsProps) {
  const { filter } = state;
  return (
    <>
      {tenants.length > 1 && <Tenants tenants={tenants} state={state} onChange={onChange} />}
      {fields.map((facet) => {
        const result = results[facet.field];
        if (result === undefined || isNothing(result, filter, facet)) return null;
        return facet.kind === 'values' ? (
          <ValuesFacet
            key={facet.field}
            label={labelOf(facet.field)}
            values={valuesOf(result, chosenValues(filter, facet.field))}
            chosen={chosenValues(filter, facet.field)}
            onToggle={(value) => onChange({ ...state, filter: toggleValue(filter, facet.field, value) })}
          />
        ) : (
          <RangeFacet
            key={facet.field}
            facet={facet}
            result={result}
            bounds={chosenRange(filter, facet.field)}
            onChange={(bounds) => onChange({ ...state, filter: setRange(filter, facet.field, bounds) })}
          />
        );
      })}
    </>
  );
}

function Tenants({ tenants, state, onChange }: Pick<FacetsProps, 'tenants' | 'state' | 'onChange'>) {
  const { tenants: chosen } = state;
  const toggle = (tenant: FilterValue) =>
    onChange({
      ...state,
      tenants: chosen.includes(String(tenant))
        ? chosen.filter((other) => other !== tenant)
        : [...chosen, String(tenant)].slice(-MOST_TENANTS),
    });
  return <ValuesFacet label="Tenant" values={tenants} chosen={chosen} onToggle={toggle} />;
}

interface ValuesFacetProps {
  label: string;
  values: readonly { value: FilterValue; count: number }[];
  chosen: readonly FilterValue[];
  onToggle: (value: FilterValue) => void;
}

function ValuesFacet({ label, values, chosen, onToggle }: ValuesFacetProps) {
  const [isLong, setLong] = useState(false);
  // What is chosen stays in sight, however many others there are.
  const shown = values.filter(({ value }, place) => isLong || place < SHOWN_VALUES || chosen.includes(value));
  const largest = Math.max(1, ...values.map(({ count }) => count));
  return (
    <FacetGroup label={label}>
      <ul className={styles.values}>
        {shown.map(({ value, count }) => (
          <li key={String(value)} className={styles.value}>
            <span className={styles.share} style={{ width: `${(100 * count) / largest}%` }} aria-hidden="true" />
            <Checkbox
              label={
                <>
                  <span className={styles.name} dir="auto">
                    {String(value)}
                  </span>
                  <span className={styles.count}>{formatNumber(count)}</span>
                </>
              }
              checked={chosen.includes(value)}
              onChange={() => onToggle(value)}
            />
          </li>
        ))}
      </ul>
      {values.length > SHOWN_VALUES && (
        <Button isSmall variant="quiet" onClick={() => setLong(!isLong)} aria-expanded={isLong}>
          {isLong ? 'Fewer' : `${formatNumber(values.length - shown.length)} more`}
        </Button>
      )}
    </FacetGroup>
  );
}

/** Nothing to choose, and nothing chosen. */
function isNothing(result: FacetResult, filter: Filter, { field }: FacetField): boolean {
  const isChosen = chosenValues(filter, field).length > 0 || chosenRange(filter, field) !== null;
  return !isChosen && 'values' in result && result.values.length === 0;
}

/** A chosen value that no hit has any more must still be there to be taken back. */
function valuesOf(result: FacetResult, chosen: readonly FilterValue[]) {
  const values = result.type === 'terms' ? result.values : [];
  const missing = chosen.filter((value) => !values.some((listed) => listed.value === value));
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}
