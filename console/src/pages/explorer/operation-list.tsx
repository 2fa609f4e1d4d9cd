import { useState } from 'react';
import { TextInput } from '../../design/field.js';
import type { Operation } from './description.js';
import styles from './explorer.module.css';

interface OperationListProps {
  operations: readonly Operation[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** The operations by subject, found by any word of their summary or path. */
export function OperationList({ operations, chosen, onChoose }: OperationListProps) {
  const [typed, setTyped] = useState('');
  const words = typed.toLowerCase().split(/\s+/);
  const found = operations.filter(({ summary, path }) =>
    words.every((word) => `${summary} ${path}`.toLowerCase().includes(word)),
  );
  return (
    <nav className={styles.list} aria-label="Endpoints">
      <TextInput
        type="search"
        aria-label="Find an endpoint"
        placeholder="Find an endpoint"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {[...Map.groupBy(found, ({ tag }) => tag)].map(([tag, group]) => (
        <div key={tag} className={styles.group}>
          <h2>{tag}</h2>
          {group.map(({ id, method, summary }) => (
            <button
              key={id}
              type="button"
              className={styles.operation}
              aria-current={id === chosen}
              onClick={() => onChoose(id)}
            >
              <Method name={method} />
              {summary}
            </button>
          ))}
        </div>
      ))}
      {found.length === 0 && <p className={styles.description}>No endpoint has these words.</p>}
    </nav>
  );
}

export function Method({ name }: { name: Operation['method'] }) {
  return <span className={`${styles.method} ${styles[name] ?? ''}`}>{name}</span>;
}
