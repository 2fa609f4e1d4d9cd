import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './button.js';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Buttons, the one that goes on last. */
  actions?: ReactNode;
  isWide?: boolean;
  /** A click beside it does not close it: for what would be lost. */
  isKept?: boolean;
  children: ReactNode;
}

/**
 * Open as long as it is rendered. The browser keeps the focus inside, closes it on Escape and gives the focus back. It begins at
 * the control with `data-first-focus`, else at the first one.
 */
export function Dialog({ title, onClose, actions, isWide = false, isKept = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The browser would choose the button that closes it.
    const first = element.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? element.querySelector<HTMLElement>(`.${styles.body} :is(input, textarea, select)`))?.focus();
    return () => element.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && !isKept && onClose()}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <footer className={styles.foot}>{actions}</footer>}
    </dialog>
  );
}
