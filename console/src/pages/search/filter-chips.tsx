import { Button } from '../../design/button.js';
import { Icon } from '../../design/icon.js';
import styles from './filter-chips.module.css';
import { chipsOf } from './filter-model.js';
import type { SearchState } from './search-state.js';

interface Chip {
  key: string;
  label: string;
  isCustom: boolean;
  /** The search without it. */
  next: SearchState;
}

interface FilterChipsProps {
  state: SearchState;
  onChange: (state: SearchState) => void;
}

/** What the hits are narrowed to in words, a chip for each part: a click takes it away. */
export function FilterChips({ state, onChange }: FilterChipsProps) {
  const { tenants } = state;
  const chips: Chip[] = [
    ...chipsOf(state.filter).map(({ without, ...chip }) => ({ ...chip, next: { ...state, filter: without } })),
    ...tenants.map((tenant) => ({
      key: `tenant ${tenant}`,
      label: `Tenant: ${tenant}`,
      isCustom: false,
      next: { ...state, tenants: tenants.filter((other) => other !== tenant) },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filter">
      {chips.map(({ key, label, isCustom, next }) => (
        <li key={key}>
          <button
            type="button"
            className={isCustom ? `${styles.chip} ${styles.custom}` : styles.chip}
            title="Remove"
            onClick={() => onChange(next)}
          >
            <span className="visually-hidden">Remove the filter </span>
            {isCustom && <span className={styles.kind}>custom filter</span>}
            <span className={styles.text} dir="auto">
              {label}
            </span>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button isSmall variant="quiet" onClick={() => onChange({ ...state, filter: {}, tenants: [] })}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}
