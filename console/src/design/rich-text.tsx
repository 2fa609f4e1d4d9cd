import type { ContentType } from '@sextant/client';
import { useEffect, useRef, useState } from 'react';
import styles from './rich-text.module.css';
import { Failure, Loading } from './states.js';

/**
 * The text of a document as its author meant it: plain, Markdown or HTML. What may be in it comes from anybody, so it passes
 * the sanitiser as a tree of nodes and is put into the page as such, never as markup. The sanitiser and the Markdown reader
 * are 50 KB: they come when the first such text is shown.
 */
export function RichText({ content, type }: { content: string; type: ContentType }) {
  return type === 'plaintext' ? (
    <div className={`${styles.text} ${styles.plain}`} dir="auto">
      {content}
    </div>
  ) : (
    <Sanitised content={content} type={type} />
  );
}

function Sanitised({ content, type }: { content: string; type: ContentType }) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<{ isLoading: boolean; error: unknown }>({ isLoading: true, error: null });
  useEffect(() => {
    let isCurrent = true;
    import('./sanitise.js')
      .then(({ sanitised }) => {
        if (!isCurrent) return;
        place.current?.replaceChildren(sanitised(content, type));
        setState({ isLoading: false, error: null });
      })
      .catch((error: unknown) => isCurrent && setState({ isLoading: false, error }));
    return () => {
      isCurrent = false;
    };
  }, [content, type]);
  return (
    <>
      {state.isLoading && <Loading lines={3} label="Formatting the text" />}
      {state.error !== null && <Failure error={state.error} />}
      <div ref={place} className={styles.text} dir="auto" />
    </>
  );
}
