import type { Filter } from '@sextant/client';
import { Button } from '../../design/button.js';
import { Icon } from '../../design/icon.js';
import styles from './filter-chips.module.css';
import { chipsOf } from './filter-model.js';

interface FilterChipsProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

/** The filter in words, a chip for each part: a click takes it away. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const chips = chipsOf(filter);
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filter">
      {chips.map(({ key, label, isCustom, without }) => (
        <li key={key}>
          <button
            type="button"
            className={isCustom ? `${styles.chip} ${styles.custom}` : styles.chip}
            title="Remove"
            onClick={() => onChange(without)}
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
          <Button isSmall variant="quiet" onClick={() => onChange({})}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}
