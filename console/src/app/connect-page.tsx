import { type FormEvent, useState } from 'react';
import icon from '../assets/icon.svg';
import { Button } from '../design/button.js';
import { Field, TextInput } from '../design/field.js';
import styles from './connect-page.module.css';

const REFUSED = 'The service does not accept this key: it is unknown, revoked or expired.';
const KEY = /^sk_(live|test)_[A-Za-z0-9]+$/;

/** Asks for an API key. */
export function ConnectPage({ isRefused, onEnter }: { isRefused: boolean; onEnter: (key: string) => void }) {
  const [key, setKey] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = key.trim();
    if (KEY.test(entered)) onEnter(entered);
    else setError('An API key begins with sk_live_ or sk_test_, followed by letters and digits.');
  };
  return (
    <main className={styles.page}>
      <title>Sextant</title>
      <form className={styles.card} onSubmit={submit}>
        <img src={icon} alt="" />
        <h1>Sextant</h1>
        <Field
          label="API key"
          error={error ?? (isRefused ? REFUSED : undefined)}
          hint="Kept in this tab only, and sent to this service only."
        >
          <TextInput
            type="password"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary">
          Open
        </Button>
        <p className={styles.hint}>
          The first start of the service shows a key. Another one: <code>npx sextant keys create --name console</code>
        </p>
      </form>
    </main>
  );
}
