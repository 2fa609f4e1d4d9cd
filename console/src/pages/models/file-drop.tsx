import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../design/button.js';
import { Icon } from '../../design/icon.js';
import styles from './models.module.css';

interface FileDropProps {
  label: string;
  /** Kinds of files that the picker offers. */
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A place to drop one file, with a button for those who would rather pick it. */
export function FileDrop({ label, accept, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={28} />
      <p>Drop a file here</p>
      <Button onClick={() => input.current?.click()}>{label}</Button>
      <p className={styles.dropHint}>{children}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
          // So that the same file can be chosen again once it has been corrected.
          event.target.value = '';
        }}
      />
    </div>
  );
}
