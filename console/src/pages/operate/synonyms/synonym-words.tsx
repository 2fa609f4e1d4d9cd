import type { ListedSynonym } from '@sextant/client';
import { Fragment } from 'react';
import styles from './synonym-words.module.css';

/** sofa = couch, or tv → television. */
export function SynonymWords({ synonym: { equivalent, from, to } }: { synonym: ListedSynonym }) {
  return (
    <div className={styles.words}>
      <Words words={equivalent ?? from ?? []} sign={equivalent === null ? null : '='} />
      {equivalent === null && (
        <span className={styles.sign}>
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">also finds</span>
        </span>
      )}
      <Words words={to ?? []} sign={null} />
    </div>
  );
}

function Words({ words, sign }: { words: readonly string[]; sign: string | null }) {
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && sign !== null && <span className={styles.sign}>{sign}</span>}
      <span className={styles.word} dir="auto">
        {word}
      </span>
    </Fragment>
  ));
}
