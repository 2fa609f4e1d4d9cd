import type { Language } from '@sextant/client';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Segmented } from '../../design/field.js';
import { Page, Panel, Stack } from '../../design/layout.js';
import { Empty } from '../../design/states.js';
import styles from './analyse.module.css';
import { CategoriesPanel } from './categories-panel.js';
import { DocumentAnalyses } from './document-analyses.js';
import { DocumentChoice } from './document-choice.js';
import { PastedText } from './pasted-text.js';
import { SentimentPanel } from './sentiment-panel.js';
import { type Subject, subjectKey } from './subject.js';
import { SummaryPanel } from './summary-panel.js';

type Source = 'document' | 'text';

/** Summary, categories and sentiment of a document or of a pasted text. */
export default function AnalysePage() {
  const { may } = useSession();
  const { document } = useSearch({ strict: false }) as { document?: unknown };
  const navigate = useNavigate();
  const [source, setSource] = useState<Source>('document');
  const [pasted, setPasted] = useState<{ text: string; language: Language }>({ text: '', language: 'en' });
  const subject = subjectOf(source, document, pasted);
  const panels = subject !== null && (
    <>
      {may('generate') && <SummaryPanel subject={subject} />}
      <CategoriesPanel subject={subject} />
      <SentimentPanel subject={subject} />
    </>
  );
  return (
    <Page title="Analyse">
      <div className={styles.columns}>
        <Panel
          title="What"
          actions={
            <Segmented<Source>
              label="What is analysed"
              value={source}
              options={[
                { value: 'document', label: 'A document' },
                { value: 'text', label: 'A pasted text' },
              ]}
              onChange={setSource}
            />
          }
        >
          {source === 'document' ? (
            <DocumentChoice
              chosen={typeof document === 'string' ? document : null}
              onChoose={(id) => navigate({ to: '/analyse', search: { document: id } })}
            />
          ) : (
            <PastedText value={pasted} onChange={setPasted} />
          )}
        </Panel>
        {subject === null ? (
          <Empty icon="analyse" title={source === 'document' ? 'Choose a document' : 'Paste a text'}>
            Its summary, its categories and its sentiment appear here.
          </Empty>
        ) : 'documentId' in subject ? (
          <DocumentAnalyses key={subjectKey(subject)} id={subject.documentId}>
            {panels}
          </DocumentAnalyses>
        ) : (
          <Stack key={subjectKey(subject)}>{panels}</Stack>
        )}
      </div>
    </Page>
  );
}

function subjectOf(source: Source, document: unknown, pasted: { text: string; language: Language }): Subject | null {
  if (source === 'document') return typeof document === 'string' ? { documentId: document } : null;
  return pasted.text.trim() === '' ? null : pasted;
}
