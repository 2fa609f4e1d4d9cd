import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../../design/button.js';
import styles from './curations.module.css';

interface ChosenDocumentsProps {
  label: string;
  ids: readonly string[];
  titles: ReadonlyMap<string, string>;
  /** Their order counts, and can be changed. */
  isOrdered?: boolean;
  onChange: (ids: readonly string[]) => void;
}

/** Documents that were chosen; in order, they are moved by dragging, with the buttons, or with Alt and the arrows. */
export function ChosenDocuments({ label, ids, titles, isOrdered = false, onChange }: ChosenDocumentsProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= ids.length) return;
    const rest = ids.filter((_, index) => index !== from);
    onChange([...rest.slice(0, to), ids[from]!, ...rest.slice(to)]);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (!isOrdered || !event.altKey || step === 0) return;
    event.preventDefault();
    move(index, index + step);
  };
  const onDragStart = (event: DragEvent, index: number) => {
    event.dataTransfer.effectAllowed = 'move';
    // Firefox drags nothing that carries nothing.
    event.dataTransfer.setData('text/plain', titles.get(ids[index]!) ?? ids[index]!);
    setDragged(index);
  };
  const onDragOver = (event: DragEvent, index: number) => {
    if (dragged === null) return;
    event.preventDefault();
    if (dragged === index) return;
    move(dragged, index);
    setDragged(index);
  };
  if (ids.length === 0) return null;
  return (
    <ol className={styles.chosen} aria-label={label}>
      {ids.map((id, index) => (
        <li
          key={id}
          draggable={isOrdered}
          data-dragged={dragged === index || undefined}
          onDragStart={(event) => onDragStart(event, index)}
          onDragOver={(event) => onDragOver(event, index)}
          onDragEnd={() => setDragged(null)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {isOrdered && <span className={styles.place}>{index + 1}</span>}
          <span className={styles.title} dir="auto">
            {titles.get(id) ?? <code>{id}</code>}
          </span>
          {isOrdered && (
            <>
              <IconButton
                isSmall
                icon="up"
                label={`Move ${titles.get(id) ?? id} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                isSmall
                icon="down"
                label={`Move ${titles.get(id) ?? id} down`}
                disabled={index === ids.length - 1}
                onClick={() => move(index, index + 1)}
              />
            </>
          )}
          <IconButton
            isSmall
            icon="close"
            label={`Remove ${titles.get(id) ?? id}`}
            onClick={() => onChange(ids.filter((other) => other !== id))}
          />
        </li>
      ))}
    </ol>
  );
}
