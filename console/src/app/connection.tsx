import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Icon } from '../design/icon.js';
import styles from './connection.module.css';

const ASK_AGAIN_MILLISECONDS = 1_500;

/** Tells whoever shows it that the service has gone; set by `noteAway`. */
const away = new EventTarget();

export function noteAway(): void {
  away.dispatchEvent(new Event('away'));
}

/** Says so while the service can't be reached, asks until it is back, and then reads everything in sight anew. */
export function ConnectionBanner() {
  const [isAway, setAway] = useState(false);
  const queries = useQueryClient();
  useEffect(() => {
    const onAway = () => setAway(true);
    away.addEventListener('away', onAway);
    return () => away.removeEventListener('away', onAway);
  }, []);
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(async () => {
      if (!(await isReady())) return;
      setAway(false);
      await queries.invalidateQueries();
    }, ASK_AGAIN_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isAway, queries]);
  if (!isAway) return null;
  return (
    <div className={styles.banner} role="alert">
      <Icon name="warning" size={16} />
      Sextant does not answer. What you see is kept, and the console goes on by itself when the service is back.
    </div>
  );
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch('/readyz')).ok;
  } catch {
    return false;
  }
}
