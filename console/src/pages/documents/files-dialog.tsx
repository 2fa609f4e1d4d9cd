import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Dialog } from '../../design/dialog.js';
import { FileImport } from '../../shared/file-import/file-import.js';

/** Files and folders to import, and what became of them. It may be closed while they are read. */
export function FilesDialog({ onClose }: { onClose: () => void }) {
  const { tenants } = useSession();
  const [tenant, setTenant] = useState(tenants?.[0] ?? 'default');
  return (
    <Dialog title="Import files" isWide onClose={onClose}>
      <FileImport tenant={tenant} onTenant={setTenant} />
    </Dialog>
  );
}
