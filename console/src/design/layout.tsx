import type { ReactNode } from 'react';
import styles from './layout.module.css';

interface PageProps {
  title: string;
  /** What the tab of the browser is called, if not like the page: by what is open in it. */
  tabTitle?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its heading, what can be done with the whole of it, and its contents. */
export function Page({ title, tabTitle = title, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <title>{`${tabTitle} · Sextant`}</title>
      <header className={styles.pageHead}>
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}

interface PanelProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** Without space around the contents, for lists and tables that reach the border. */
  isFlush?: boolean;
  children: ReactNode;
}

export function Panel({ title, actions, isFlush = false, children }: PanelProps) {
  return (
    <section className={styles.panel}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles.panelHead}>
          {title !== undefined && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      <div className={isFlush ? undefined : styles.panelBody}>{children}</div>
    </section>
  );
}

/** Side by side, wrapped where there is no room. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

/** One below the other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'accent';

export function Badge({ tone = 'neutral', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={tone === 'neutral' ? styles.badge : `${styles.badge} ${styles[tone]}`} title={title}>
      {children}
    </span>
  );
}

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
