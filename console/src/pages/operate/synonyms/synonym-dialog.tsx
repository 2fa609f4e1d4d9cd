import type { Language, ListedSynonym } from '@sextant/client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../../design/button.js';
import { Dialog } from '../../../design/dialog.js';
import { Field, Segmented, Select } from '../../../design/field.js';
import { useNotify } from '../../../design/notices.js';
import { Failure } from '../../../design/states.js';
import { LANGUAGES } from '../../../shared/languages.js';
import styles from '../operate.module.css';
import { RuleTenantField } from '../rule-tenant.js';
import { WordList } from '../word-list.js';
import { NearWords } from './near-words.js';
import { isComplete, type SynonymDraft } from './synonym-draft.js';
import { useSaveSynonym } from './use-save-synonym.js';

interface SynonymDialogProps {
  /** The one that is changed; null for a new one. */
  edited: ListedSynonym | null;
  draft: SynonymDraft;
  /** A query that found nothing: words of documents near in meaning are offered. */
  query?: string;
  onClose: () => void;
}

export function SynonymDialog({ edited, draft: initial, query, onClose }: SynonymDialogProps) {
  const form = useId();
  const notify = useNotify();
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<SynonymDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = useSaveSynonym(edited, () => {
    notify({ text: 'Saved. The next search heeds it.' });
    onClose();
  });
  const [isTried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isComplete(draft)) save.mutate(draft);
  };
  const { isOneWay, words, to } = draft;
  return (
    <Dialog
      title={edited === null ? 'Add a synonym' : 'Edit the synonym'}
      isKept
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isBusy={save.isPending}>
            {edited === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Segmented
          label="Direction"
          value={isOneWay ? 'one-way' : 'equivalent'}
          options={[
            { value: 'equivalent', label: 'Mean the same' },
            { value: 'one-way', label: 'One way' },
          ]}
          onChange={(direction) => change({ isOneWay: direction === 'one-way' })}
        />
        <Field
          label={isOneWay ? 'Who searches for' : 'These mean the same'}
          error={isTried ? missingWords(draft) : undefined}
          hint="Words, or several words in a row. Enter or a comma ends each."
        >
          <WordList
            hasFirstFocus={query === undefined}
            words={words}
            onChange={(changed) => change({ words: changed })}
          />
        </Field>
        {isOneWay && (
          <Field label="Also finds" error={isTried && to.length === 0 ? 'Write what else should be found.' : undefined}>
            <WordList hasFirstFocus={query !== undefined} words={to} onChange={(changed) => change({ to: changed })} />
          </Field>
        )}
        {query !== undefined && (
          <NearWords
            query={query}
            tenant={draft.tenant}
            onChoose={(word) => change(isOneWay ? { to: [...to, word] } : { words: [...words, word] })}
          />
        )}
        <div className={styles.pair}>
          <Field label="Language">
            <Select
              value={draft.language ?? ''}
              onChange={(event) =>
                change({ language: event.target.value === '' ? null : (event.target.value as Language) })
              }
            >
              <option value="">all languages</option>
              {LANGUAGES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <RuleTenantField tenant={draft.tenant} onChange={(tenant) => change({ tenant })} />
        </div>
        {save.error !== null && <Failure error={save.error} />}
      </form>
    </Dialog>
  );
}

function missingWords({ isOneWay, words }: SynonymDraft): string | undefined {
  if (isOneWay) return words.length === 0 ? 'Write a word that people search for.' : undefined;
  return words.length < 2 ? 'Write two words or more.' : undefined;
}
