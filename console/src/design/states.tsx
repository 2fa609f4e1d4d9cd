import { SextantError } from '@sextant/client';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.js';
import { Icon, type IconName } from './icon.js';
import styles from './states.module.css';

/** There is nothing here: why, and what to do about it. */
export function Empty({ icon, title, children }: { icon?: IconName; title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <Icon name={icon} size={32} />}
      <h2>{title}</h2>
      <div className={styles.emptyText}>{children}</div>
    </div>
  );
}

const WIDTHS = ['72%', '94%', '58%', '86%', '66%', '90%'];

/** A wait of this length is explained to the reader; a shorter one needs no words. */
const LONG_WAIT_MILLISECONDS = 1_500;

interface LoadingProps {
  /** What goes on: "Loading the map". Read aloud at once, and shown when it takes long. */
  label?: string;
  /** Why it may take long. */
  reason?: string;
  lines?: number;
}

/** Where something will be, once it has arrived. */
export function Loading({ label = 'Loading', reason, lines = 4 }: LoadingProps) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_WAIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing but their place
        <div key={line} className={styles.bone} style={{ width: WIDTHS[line % WIDTHS.length] }} />
      ))}
      {isLong && (
        <p className={styles.wait}>
          {label} … {reason}
        </p>
      )}
    </div>
  );
}

/** Something went wrong: in the words of the service, with every parameter that it names. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = messageOf(error);
  // The message of a single problem is that of the error.
  const problems = error instanceof SextantError ? error.problems.filter((problem) => problem.message !== message) : [];
  return (
    <div className={styles.failure} role="alert">
      <Icon name="warning" size={20} />
      <div className={styles.failureText}>
        <p>{message}</p>
        {problems.length > 0 && (
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.param}${problem.message}`}>
                {problem.param !== null && <code>{problem.param}</code>} {problem.message}
              </li>
            ))}
          </ul>
        )}
        {error instanceof SextantError && <p className={styles.code}>{error.code}</p>}
      </div>
      {onRetry !== undefined && (
        <Button isSmall icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `max` null: it is not known how much there is to do. */
export function Progress({ label, value, max }: { label: ReactNode; value: number; max: number | null }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the bar is its control
    <label className={styles.progress}>
      {label}
      {max === null ? <progress className={styles.bar} /> : <progress className={styles.bar} value={value} max={max} />}
    </label>
  );
}
