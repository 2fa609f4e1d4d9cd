import { Dialog } from '../../design/dialog.js';
import { AddDocument } from '../../shared/add-document.js';

interface AddDialogProps {
  onAdded: (id: string) => void;
  onClose: () => void;
}

export function AddDialog({ onAdded, onClose }: AddDialogProps) {
  return (
    <Dialog title="Add a document" isWide onClose={onClose}>
      <AddDocument onAdded={({ id }) => onAdded(id)} />
    </Dialog>
  );
}
