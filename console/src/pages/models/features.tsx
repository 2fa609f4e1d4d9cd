import type { TellingFeatures } from '@sextant/client';
import { Panel } from '../../design/layout.js';
import { Empty } from '../../design/states.js';
import { Bars } from './bars.js';
import styles from './pictures.module.css';

const weight = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });

const importance = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 });

/** What the model goes by. */
export function Features({ features }: { features: TellingFeatures }) {
  if (features.kind === 'fields') {
    return (
      <Panel title="What it goes by">
        <p className={styles.muted}>
          How much worse held-out examples are predicted when the values of a field are shuffled among them.
        </p>
        {features.fields.length === 0 && <Empty title="Too few examples to tell" />}
        <Bars
          items={features.fields.map(({ field, importance }) => ({ name: field, value: importance }))}
          format={(value) => importance.format(value)}
        />
      </Panel>
    );
  }
  return (
    <Panel title="Most telling words">
      <p className={styles.muted}>
        Words that speak for each label. The meaning of the whole text counts too, and has no words.
      </p>
      <div className={styles.words}>
        {features.labels.map(({ label, words }) => (
          <section key={label}>
            <h3 dir="auto">{label}</h3>
            {words.length === 0 && <p className={styles.muted}>None: it goes by meaning alone.</p>}
            <Bars
              items={words.map((word) => ({ name: word.word, value: word.weight }))}
              format={(value) => weight.format(value)}
            />
          </section>
        ))}
      </div>
    </Panel>
  );
}
