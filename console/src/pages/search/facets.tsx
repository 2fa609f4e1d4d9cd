import type { FacetResult, FacetResults, Filter } from '@sextant/client';
import { useState } from 'react';
import { Button, IconButton } from '../../design/button.js';
import { Checkbox } from '../../design/field.js';
import { labelOf } from '../../shared/field-names.js';
import { formatNumber } from '../../shared/format.js';
import type { FacetField } from './facet-fields.js';
import { FacetGroup } from './facet-group.js';
import styles from './facets.module.css';
import { chosenRange, chosenValues, type FilterPart, type FilterValue, setRange, toggleValue } from './filter-model.js';
import { RangeFacet } from './range-facet.js';
import type { SearchState } from './search-state.js';

const SHOWN_VALUES = 6;
/** The service takes no more in one search. */
const MOST_TENANTS = 10;

interface FacetsProps {
  fields: readonly FacetField[];
  results: FacetResults;
  state: SearchState;
  /** All that the key may see, the largest first. */
  tenants: readonly string[];
  onChange: (state: SearchState) => void;
}

/** What the hits can be narrowed by, with the number of hits for each choice. */
export function Facets({ fields, results, state, tenants, onChange }: FacetsProps) {
  const { filter } = state;
  return (
    <>
      {tenants.length > 1 && <Tenants tenants={tenants} result={results.tenant_id} state={state} onChange={onChange} />}
      {fields.map((facet) => {
        const result = results[facet.field];
        if (result === undefined || isNothing(result, filter, facet)) return null;
        return facet.kind === 'values' ? (
          <ValuesFacet
            key={facet.field}
            label={labelOf(facet.field)}
            values={valuesOf(result, namedValues(filter, facet))}
            chosen={chosenValues(filter, facet.field, 'must')}
            excluded={chosenValues(filter, facet.field, 'must_not')}
            onToggle={(value, part) => onChange({ ...state, filter: toggleValue(filter, facet.field, value, part) })}
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

interface TenantsProps extends Pick<FacetsProps, 'tenants' | 'state' | 'onChange'> {
  result: FacetResult | undefined;
}

/** While some tenants are chosen, the hits of the others are not known. */
function Tenants({ tenants, result, state, onChange }: TenantsProps) {
  const { tenants: chosen } = state;
  const toggle = (tenant: FilterValue) =>
    onChange({
      ...state,
      tenants: chosen.includes(String(tenant))
        ? chosen.filter((other) => other !== tenant)
        : [...chosen, String(tenant)].slice(-MOST_TENANTS),
    });
  const counted = result?.type === 'terms' ? result.values : [];
  const values = tenants.map((tenant) => {
    const isSearched = chosen.length === 0 || chosen.includes(tenant);
    return { value: tenant, count: isSearched ? (counted.find(({ value }) => value === tenant)?.count ?? 0) : null };
  });
  return <ValuesFacet label="Tenant" values={values} chosen={chosen} onToggle={toggle} />;
}

interface ValuesFacetProps {
  label: string;
  /** With the number of their hits; null if it is not known. */
  values: readonly { value: FilterValue; count: number | null }[];
  chosen: readonly FilterValue[];
  /** Left out where values can only be chosen. */
  excluded?: readonly FilterValue[];
  onToggle: (value: FilterValue, part: FilterPart) => void;
}

function ValuesFacet({ label, values, chosen, excluded, onToggle }: ValuesFacetProps) {
  const [isLong, setLong] = useState(false);
  // What is chosen or excluded stays in sight, however many others there are.
  const isNamed = (value: FilterValue) => chosen.includes(value) || excluded?.includes(value);
  const shown = values.filter(({ value }, place) => isLong || place < SHOWN_VALUES || isNamed(value));
  const largest = Math.max(1, ...values.map(({ count }) => count ?? 0));
  return (
    <FacetGroup label={label}>
      <ul className={styles.values}>
        {shown.map(({ value, count }) => (
          <li key={String(value)} className={styles.value} data-excluded={excluded?.includes(value) || undefined}>
            <span className={styles.share} style={{ width: `${(100 * (count ?? 0)) / largest}%` }} aria-hidden="true" />
            <Checkbox
              label={
                <>
                  <span className={styles.name} dir="auto">
                    {String(value)}
                  </span>
                  <span className={styles.count}>{count === null ? '' : formatNumber(count)}</span>
                </>
              }
              checked={chosen.includes(value)}
              onChange={() => onToggle(value, 'must')}
            />
            {excluded !== undefined && (
              <span className={styles.exclude}>
                <IconButton
                  isSmall
                  icon="minus"
                  label={`Exclude ${value}`}
                  isPressed={excluded.includes(value)}
                  onClick={() => onToggle(value, 'must_not')}
                />
              </span>
            )}
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
function isNothing(result: FacetResult, filter: Filter, facet: FacetField): boolean {
  const isChosen = namedValues(filter, facet).length > 0 || chosenRange(filter, facet.field) !== null;
  return !isChosen && 'values' in result && result.values.length === 0;
}

/** What the filter says of a field, be it chosen or excluded. */
function namedValues(filter: Filter, { field }: FacetField): readonly FilterValue[] {
  return [...chosenValues(filter, field, 'must'), ...chosenValues(filter, field, 'must_not')];
}

/** A value that is chosen or excluded must still be there to be taken back, although no hit has it any more. */
function valuesOf(result: FacetResult, named: readonly FilterValue[]) {
  const values = result.type === 'terms' ? result.values : [];
  const missing = named.filter((value) => !values.some((listed) => listed.value === value));
  return [...values, ...missing.map((value) => ({ value, count: 0 }))];
}
