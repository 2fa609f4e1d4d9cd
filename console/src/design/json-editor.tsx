import { lazy, Suspense } from 'react';
import type { JsonEditorProps } from './json-mirror.js';
import { Loading } from './states.js';

/** CodeMirror is 100 KB: it comes when an editor is shown. */
const Mirror = lazy(() => import('./json-mirror.js'));

/** Edits JSON, with colours, brackets that match, and marks where it is not JSON. */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Loading lines={3} label="Loading the editor" />}>
      <Mirror {...props} />
    </Suspense>
  );
}
