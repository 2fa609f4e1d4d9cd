import { type DragEvent, type InputHTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../design/button.js';
import { Icon } from '../../design/icon.js';
import { type ChosenFile, filesDropped, filesOf, READABLE } from './chosen-files.js';
import styles from './file-import.module.css';

/** React does not know the attribute that makes an input take folders. */
const TAKES_FOLDERS = { webkitdirectory: '' } as InputHTMLAttributes<HTMLInputElement>;

/** A place to drop files and folders, with buttons for those who don't drag. */
export function FileDrop({ onFiles }: { onFiles: (files: ChosenFile[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const choose = (list: FileList | null) => list !== null && list.length > 0 && onFiles(filesOf(list));
  return (
    <DropTarget onFiles={onFiles} className={styles.zone}>
      <Icon name="upload" size={28} />
      <p className={styles.invitation}>Drop files or a folder here</p>
      <p className={styles.types}>{READABLE}</p>
      <div className={styles.choices}>
        <Button icon="documents" onClick={() => files.current?.click()}>
          Choose files
        </Button>
        <Button icon="folder" onClick={() => folder.current?.click()}>
          Choose a folder
        </Button>
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={({ target }) => {
          choose(target.files);
          target.value = '';
        }}
      />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder"
        {...TAKES_FOLDERS}
        onChange={({ target }) => {
          choose(target.files);
          target.value = '';
        }}
      />
    </DropTarget>
  );
}

interface DropTargetProps {
  onFiles: (files: ChosenFile[]) => void;
  className?: string;
  children: ReactNode;
}

/** Anything that files can be dropped on. */
export function DropTarget({ onFiles, className, children }: DropTargetProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = async (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    const dropped = await filesDropped(event.dataTransfer);
    if (dropped.length > 0) onFiles(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard
    <div
      className={[className, isOver && styles.over].filter(Boolean).join(' ')}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
