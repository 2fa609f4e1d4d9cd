import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../design/button.js';
import { Icon } from '../../design/icon.js';
import { formatBytes } from '../../shared/format.js';
import styles from './training.module.css';

interface FileDropProps {
  label: string;
  /** Kinds of files that the picker offers. */
  accept: string;
  onFile: (file: File) => void;
  /** The file that was taken, if one was. */
  file: File | null;
  /** Which files are wanted. */
  children: ReactNode;
}

/** A place to drop one file, with a button for those who would rather pick it. */
export function FileDrop({ label, accept, onFile, file, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined) onFile(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={[styles.drop, file !== null && styles.small, isOver && styles.over].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name={file === null ? 'upload' : 'documents'} size={file === null ? 28 : 20} />
      {file === null ? (
        <p>Drop a file here</p>
      ) : (
        <p className={styles.file}>
          <strong dir="auto">{file.name}</strong>, {formatBytes(file.size)}
        </p>
      )}
      <Button onClick={() => input.current?.click()}>{file === null ? label : 'Choose another'}</Button>
      {file === null && <p className={styles.dropHint}>{children}</p>}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          const [picked] = event.target.files ?? [];
          if (picked !== undefined) onFile(picked);
          // So that the same file can be chosen again once it has been corrected.
          event.target.value = '';
        }}
      />
    </div>
  );
}
