import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from './button.js';
import styles from './notices.module.css';

export interface Notice {
  text: string;
  isBad?: boolean;
  action?: { label: string; run: () => void };
  /** When it has gone, by time, by hand, or because its action was taken. */
  onGone?: (reason: 'time' | 'closed' | 'action') => void;
  milliseconds?: number;
}

type Shown = Notice & { id: number };

const NoticesContext = createContext<((notice: Notice) => void) | null>(null);
const USUAL_MILLISECONDS = 6_000;

/** Says in a corner what has happened, for a while, with a way to take it back. */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const nextId = useRef(0);
  const gone = useRef(new Set<number>());
  const remove = useCallback((notice: Shown, reason: 'time' | 'closed' | 'action') => {
    if (gone.current.has(notice.id)) return;
    gone.current.add(notice.id);
    setShown((all) => all.filter(({ id }) => id !== notice.id));
    notice.onGone?.(reason);
  }, []);
  const notify = useCallback(
    (notice: Notice) => {
      const added = { ...notice, id: nextId.current++ };
      setShown((all) => [...all, added]);
      setTimeout(() => remove(added, 'time'), notice.milliseconds ?? USUAL_MILLISECONDS);
    },
    [remove],
  );
  const list = useMemo(
    () =>
      shown.map((notice) => (
        <div key={notice.id} className={notice.isBad ? `${styles.notice} ${styles.bad}` : styles.notice}>
          <span className={styles.text}>{notice.text}</span>
          {notice.action !== undefined && (
            <Button
              isSmall
              onClick={() => {
                notice.action?.run();
                remove(notice, 'action');
              }}
            >
              {notice.action.label}
            </Button>
          )}
          <IconButton isSmall icon="close" label="Close" onClick={() => remove(notice, 'closed')} />
        </div>
      )),
    [shown, remove],
  );
  return (
    <NoticesContext value={notify}>
      {children}
      <div className={styles.notices} role="status">
        {list}
      </div>
    </NoticesContext>
  );
}

export function useNotify(): (notice: Notice) => void {
  const notify = useContext(NoticesContext);
  if (notify === null) throw new Error('There is no NoticesProvider above.');
  return notify;
}
