import { useState } from 'react';
import { CodeBlock } from '../design/code.js';
import { Dialog } from '../design/dialog.js';
import { Segmented } from '../design/field.js';
import styles from './request-dialog.module.css';
import { type SnippetLanguage, type SnippetRequest, snippet } from './snippets.js';

const LANGUAGES: readonly { value: SnippetLanguage; label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
];

/** What a page asks the service, as a program would. */
export function RequestDialog({ request, onClose }: { request: SnippetRequest; onClose: () => void }) {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  return (
    <Dialog title="The request" isWide onClose={onClose}>
      <div>
        <Segmented label="Written for" value={language} options={LANGUAGES} onChange={setLanguage} />
      </div>
      <CodeBlock label={`The request for ${language}`} code={snippet(language, request, window.location.origin)} />
      <p className={styles.hint}>
        Your key is not part of it: it is read from the environment variable <code>SEXTANT_API_KEY</code>.
      </p>
    </Dialog>
  );
}
