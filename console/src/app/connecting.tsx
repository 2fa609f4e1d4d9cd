import { ConnectionError } from '@sextant/client';
import { useState } from 'react';
import { Button } from '../design/button.js';
import { Page } from '../design/layout.js';
import { Failure, Loading } from '../design/states.js';

interface ConnectingProps {
  /** Why it has not worked; null if nothing has gone wrong, and while it is tried again. */
  error: Error | null;
  onLeave: () => void;
}

/** Until the service has told what the key may do. It is asked again and again. */
export function Connecting({ error, onLeave }: ConnectingProps) {
  // Kept while it is tried again: the page would be another one for a moment every few seconds.
  const [failure, setFailure] = useState(error);
  if (error !== null && error !== failure) setFailure(error);
  if (failure === null) return <Loading label="Connecting to Sextant" />;
  return (
    <main>
      <Page
        title={failure instanceof ConnectionError ? 'Sextant does not answer' : 'Sextant can’t let you in yet'}
        actions={<Button onClick={onLeave}>Use another key</Button>}
      >
        <Failure error={failure} />
        <p>The console asks again every few seconds, and opens by itself.</p>
      </Page>
    </main>
  );
}
