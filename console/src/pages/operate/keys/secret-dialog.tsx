import type { IssuedKey } from '@sextant/client';
import { Button } from '../../../design/button.js';
import { CodeBlock } from '../../../design/code.js';
import { Dialog } from '../../../design/dialog.js';
import styles from '../operate.module.css';

/** The only time that a secret can be seen. */
export function SecretDialog({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const link = `${window.location.origin}/console/#key=${issued.key}`;
  return (
    <Dialog
      title={`The secret of “${issued.name}”`}
      isKept
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <p>It is shown now and never again: the service stores only its hash.</p>
      <CodeBlock code={issued.key} label="API key" />
      <p className={styles.muted}>A link that opens the console with it. Whoever has the link has the key.</p>
      <CodeBlock code={link} label="Link to the console" />
    </Dialog>
  );
}
