import { type ReactNode, useId } from 'react';
import styles from './facets.module.css';

export function FacetGroup({ label, children }: { label: string; children: ReactNode }) {
  const heading = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't shrink below its contents
    <div className={styles.facet} role="group" aria-labelledby={heading}>
      <p id={heading} className={styles.title} dir="auto">
        {label}
      </p>
      {children}
    </div>
  );
}
