import { Button } from '../../design/button.js';
import { Dialog } from '../../design/dialog.js';
import { NewDocumentForm, useNewDocument } from '../../shared/add-document.js';

interface AddDialogProps {
  onAdded: (id: string) => void;
  onClose: () => void;
}

const FORM = 'add-document';

export function AddDialog({ onAdded, onClose }: AddDialogProps) {
  const entered = useNewDocument(({ id }) => onAdded(id));
  return (
    <Dialog
      title="Add a document"
      isWide
      isChanged={entered.isChanged}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" isBusy={entered.isAdding}>
            Add
          </Button>
        </>
      }
    >
      <NewDocumentForm id={FORM} entered={entered} />
    </Dialog>
  );
}
