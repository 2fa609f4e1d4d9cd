import type { Language, ListedSynonym } from '@sextant/client';
import { useState } from 'react';
import { useSession } from '../../../app/session.js';
import { Field, Segmented, Select } from '../../../design/field.js';
import { LANGUAGES } from '../../../shared/languages.js';
import styles from '../operate.module.css';
import { RuleDialog } from '../rules/rule-dialog.js';
import { RuleTenantField } from '../rules/rule-tenant.js';
import { WordList } from '../word-list.js';
import { NearWords } from './near-words.js';
import { isComplete, newSynonymOf, type SynonymDraft } from './synonym-draft.js';

interface SynonymDialogProps {
  /** The one that is changed; null for a new one. */
  edited: ListedSynonym | null;
  draft: SynonymDraft;
  /** A query that found nothing: words of documents near in meaning are offered. */
  query?: string;
  onClose: () => void;
}

export function SynonymDialog({ edited, draft: given, query, onClose }: SynonymDialogProps) {
  const { client } = useSession();
  const [initial] = useState(given);
  const [draft, setDraft] = useState(initial);
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<SynonymDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { isOneWay, words, to } = draft;
  return (
    <RuleDialog
      title={edited === null ? 'Add a synonym' : 'Edit the synonym'}
      subject="synonyms"
      isNew={edited === null}
      isChanged={draft !== initial}
      isComplete={isComplete(draft)}
      onIncomplete={() => setTried(true)}
      save={() =>
        edited === null
          ? client.synonyms.add(newSynonymOf(draft))
          : client.synonyms.update(edited.id, { language: null, tenant_id: null, ...newSynonymOf(draft) })
      }
      onClose={onClose}
    >
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
    </RuleDialog>
  );
}

function missingWords({ isOneWay, words }: SynonymDraft): string | undefined {
  if (isOneWay) return words.length === 0 ? 'Write a word that people search for.' : undefined;
  return words.length < 2 ? 'Write two words or more.' : undefined;
}
