import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../design/button.js';
import { TextArea } from '../../design/field.js';
import styles from './ask.module.css';

const LONGEST_QUESTION = 1_000;

interface ComposerProps {
  draft: string;
  isWriting: boolean;
  onDraft: (draft: string) => void;
  onAsk: (question: string) => void;
  onStop: () => void;
  /** Takes the last question back to edit it; nothing has been asked yet if it is undefined. */
  onTakeBack?: () => void;
}

/** Where questions are written: Enter asks, Shift and Enter begin a new line, the arrow up takes the last question back. */
export function Composer({ draft, isWriting, onDraft, onAsk, onStop, onTakeBack }: ComposerProps) {
  const question = draft.trim();
  const form = useRef<HTMLFormElement>(null);
  const ask = () => {
    if (question !== '') onAsk(question);
    // Also after a click: the next question is written here.
    form.current?.querySelector('textarea')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      ask();
    } else if (event.key === 'ArrowUp' && draft === '' && onTakeBack !== undefined) {
      event.preventDefault();
      onTakeBack();
    }
  };
  return (
    <form
      ref={form}
      className={styles.compose}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <TextArea
        aria-label="Question"
        placeholder="Ask a question about your documents"
        rows={1}
        maxLength={LONGEST_QUESTION}
        autoFocus
        value={draft}
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isWriting ? (
        <Button icon="stop" onClick={onStop}>
          Stop
        </Button>
      ) : (
        <Button type="submit" variant="primary" disabled={question === ''}>
          Ask
        </Button>
      )}
    </form>
  );
}
