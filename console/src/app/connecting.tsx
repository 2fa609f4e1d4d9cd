import { ConnectionError } from '@sextant/client';
import { Button } from '../design/button.js';
import { Page } from '../design/layout.js';
import { Failure, Loading } from '../design/states.js';

interface ConnectingProps {
  /** Why it has not worked so far; null if nothing has gone wrong. */
  error: Error | null;
  onLeave: () => void;
}

/** Until the service has told what the key may do. It is asked again and again. */
export function Connecting({ error, onLeave }: ConnectingProps) {
  if (error === null) return <Loading label="Connecting to Sextant" />;
  return (
    <main>
      <Page
        title={error instanceof ConnectionError ? 'Sextant does not answer' : 'Sextant can’t let you in yet'}
        actions={<Button onClick={onLeave}>Use another key</Button>}
      >
        <Failure error={error} />
        <p>The console asks again every few seconds, and opens by itself.</p>
      </Page>
    </main>
  );
}
