import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Button } from '../../design/button.js';
import { Checkbox } from '../../design/field.js';
import { Empty } from '../../design/states.js';
import { TenantSelect } from '../../shared/tenant-select.js';
import styles from './ask.module.css';
import { Composer } from './composer.js';
import { type Scope, useConversation } from './conversation.js';
import { ExampleQuestions } from './example-questions.js';
import { TurnView } from './turn-view.js';

/** A conversation with the documents. */
export default function AskPage() {
  const { client, may } = useSession();
  const { conversation, turns } = useConversation();
  const [scope, setScope] = useState<Scope>({ isMultilingual: true, tenants: [] });
  const [draft, setDraft] = useState('');
  const end = useRef<HTMLDivElement>(null);
  const isWriting = turns.at(-1)?.state === 'writing';
  const written = turns.at(-1)?.text.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is more to see
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [turns.length, written]);
  const ask = (question: string) => {
    setDraft('');
    void conversation.ask(client, question, scope);
  };
  return (
    <div className={styles.page}>
      <title>Ask · Sextant</title>
      <header className={styles.head}>
        <h1>Ask</h1>
        <Checkbox
          label="All languages"
          checked={scope.isMultilingual}
          onChange={(event) => setScope({ ...scope, isMultilingual: event.target.checked })}
        />
        <TenantSelect tenants={scope.tenants} onChange={(tenants) => setScope({ ...scope, tenants })} />
        {turns.length > 0 && (
          <Button isSmall icon="undo" onClick={() => conversation.clear()}>
            Start over
          </Button>
        )}
      </header>
      <div className={styles.turns} aria-live="polite" aria-busy={isWriting}>
        {!may('generate') ? (
          <Empty icon="key" title="This key may not ask">
            It needs the scope <code>generate</code>.
          </Empty>
        ) : (
          turns.length === 0 && (
            <Empty icon="ask" title="Ask your documents">
              Answers are in the words of your documents, with their sources. What the documents don’t say, nobody makes
              up.
              <ExampleQuestions onChoose={ask} />
            </Empty>
          )
        )}
        {turns.map((turn) => (
          <TurnView
            key={turn.id}
            turn={turn}
            scope={scope}
            onRetry={turn === turns.at(-1) ? () => ask(conversation.takeBack()) : undefined}
          />
        ))}
        <div ref={end} />
      </div>
      {may('generate') && (
        <Composer
          draft={draft}
          isWriting={isWriting}
          onDraft={setDraft}
          onAsk={ask}
          onStop={() => conversation.stop()}
          onTakeBack={turns.length === 0 ? undefined : () => setDraft(conversation.takeBack())}
        />
      )}
    </div>
  );
}
