import type { IssuedKey, ListedKey } from '@sextant/client';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../../../app/session.js';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Failure } from '../../../design/states.js';

/** Both end the secret that is in use; rotating gives a new one. */
export type KeyEnding = 'rotate' | 'revoke';

const LABELS: Record<KeyEnding, string> = { rotate: 'Rotate', revoke: 'Revoke' };
const CONSEQUENCES: Record<KeyEnding, string> = {
  rotate: 'It gets a new secret. The old one is refused from that moment on, wherever it is in use.',
  revoke: 'It is refused from that moment on, for good. There is no way back.',
};

interface EndKeyDialogProps {
  subject: ListedKey;
  ending: KeyEnding;
  /** It is the key that the console uses. */
  isOwn: boolean;
  onClose: () => void;
  /** With the new secret, if there is one. */
  onEnded: (rotated: IssuedKey | null) => void;
}

export function EndKeyDialog({ subject, ending, isOwn, onClose, onEnded }: EndKeyDialogProps) {
  const { client } = useSession();
  const end = useMutation({
    mutationFn: async () => {
      if (ending === 'rotate') return client.keys.rotate(subject.id);
      await client.keys.revoke(subject.id);
      return null;
    },
    onSuccess: onEnded,
  });
  return (
    <Dialog
      title={`${LABELS[ending]} “${subject.name}”?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave it as it is</Button>
          <Button
            variant={ending === 'revoke' ? 'danger' : 'primary'}
            isBusy={end.isPending}
            onClick={() => end.mutate()}
          >
            {LABELS[ending]}
          </Button>
        </>
      }
    >
      <p>{CONSEQUENCES[ending]}</p>
      {isOwn && (
        <p>
          <strong>This is the key that you use now.</strong>{' '}
          {ending === 'rotate' ? 'The console goes on with the new secret.' : 'The console will ask for another one.'}
        </p>
      )}
      {end.error !== null && <Failure error={end.error} />}
    </Dialog>
  );
}
