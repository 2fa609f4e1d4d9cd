import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from './button.js';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Buttons, the one that goes on last. */
  actions?: ReactNode;
  isWide?: boolean;
  /** Neither Escape nor a click beside it closes it: for what is shown only once. */
  isKept?: boolean;
  /** Something was entered that would be lost: who leaves without a button of `actions` is asked first. */
  isChanged?: boolean;
  children: ReactNode;
}

/**
 * Open as long as it is rendered. The browser keeps the focus inside and gives it back. It begins at the control with
 * `data-first-focus`, else at the first one.
 */
export function Dialog({
  title,
  onClose,
  actions,
  isWide = false,
  isKept = false,
  isChanged = false,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedBeside = useRef(false);
  /** The field that gets the focus back after the question. */
  const lastFocused = useRef<HTMLElement | null>(null);
  const [isAsking, setAsking] = useState(false);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The browser would choose the button that closes it.
    const first = element.querySelector<HTMLElement>('[data-first-focus]');
    (first ?? element.querySelector<HTMLElement>(`.${styles.body} :is(input, textarea, select)`))?.focus();
    return () => element.close();
  }, []);
  const leave = () => (isChanged ? setAsking(true) : onClose());
  const stay = () => {
    setAsking(false);
    lastFocused.current?.focus();
  };
  const leaveByAccident = () => {
    if (isAsking) stay();
    else if (!isKept) leave();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // The browser would close it at the second Escape, whatever is said to its event `cancel`.
    event.preventDefault();
    leaveByAccident();
  };
  const onPointerDown = ({ target }: PointerEvent) => {
    isPressedBeside.current = target === dialog.current;
  };
  return (
    <dialog
      ref={dialog}
      className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        leaveByAccident();
      }}
      // By a gesture of a phone, for which the browser does not ask.
      onClose={() => dialog.current?.showModal()}
      onFocus={({ target }) => {
        if (target.closest(`.${styles.body}`) !== null) lastFocused.current = target;
      }}
      onPointerDown={onPointerDown}
      // Who selects text and lets go beside the dialog clicks there too.
      onClick={({ target }) => target === dialog.current && isPressedBeside.current && leaveByAccident()}
    >
      <header className={styles.head}>
        <h2 id={heading}>{title}</h2>
        <IconButton icon="close" label="Close" onClick={leave} />
      </header>
      <div className={styles.body}>{children}</div>
      {isAsking ? (
        <Question onStay={stay} onDiscard={onClose} />
      ) : (
        actions !== undefined && <footer className={styles.foot}>{actions}</footer>
      )}
    </dialog>
  );
}

/** In the place of the buttons, so that what would be lost stays in sight. */
function Question({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div className={styles.foot} role="alert">
      <p>Discard what you have entered?</p>
      <Button variant="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button variant="primary" autoFocus onClick={onStay}>
        Keep editing
      </Button>
    </div>
  );
}
