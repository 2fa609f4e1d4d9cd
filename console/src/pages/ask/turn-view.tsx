import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../design/button.js';
import { CopyButton } from '../../design/code.js';
import { Icon } from '../../design/icon.js';
import { Badge, Row } from '../../design/layout.js';
import { Failure, Loading } from '../../design/states.js';
import { ConfidenceBadge } from '../../shared/confidence-badge.js';
import { formatCount } from '../../shared/format.js';
import styles from './ask.module.css';
import { piecesOf } from './cited-text.js';
import type { Scope, Turn } from './conversation.js';
import { Passages } from './passages.js';
import { type Place, useSourcePlaces } from './source-places.js';

interface TurnViewProps {
  turn: Turn;
  scope: Scope;
  /** Asks again. Only the last question can be. */
  onRetry?: () => void;
}

/** A question and what came of it. */
export function TurnView({ turn, scope, onRetry }: TurnViewProps) {
  const [arePassagesShown, setPassagesShown] = useState(false);
  const placeIn = useSourcePlaces(turn);
  return (
    <article className={styles.turn}>
      <p className={styles.question} dir="auto">
        {turn.question}
      </p>
      <div className={styles.answer}>
        {turn.state === 'writing' && turn.text === '' && <Loading lines={2} label="Reading the documents" />}
        {isNotFound(turn) ? <NotFound text={turn.text} /> : <AnswerText turn={turn} placeIn={placeIn} />}
        {turn.state === 'stopped' && (
          <Row>
            <Badge>Stopped</Badge>
            {onRetry !== undefined && (
              <Button isSmall icon="refresh" onClick={onRetry}>
                Try again
              </Button>
            )}
          </Row>
        )}
        {turn.state === 'failed' && <Failure error={turn.error} onRetry={onRetry} />}
        {turn.sources.length > 0 && <Sources turn={turn} placeIn={placeIn} />}
        {turn.state !== 'writing' && (
          <footer className={styles.foot}>
            {!isSmallTalk(turn) && (
              <>
                <AboutAnswer turn={turn} />
                <Button
                  isSmall
                  variant="quiet"
                  isPressed={arePassagesShown}
                  onClick={() => setPassagesShown(!arePassagesShown)}
                >
                  {arePassagesShown ? 'Hide the passages' : 'Show the passages'}
                </Button>
              </>
            )}
            {turn.text !== '' && <CopyButton text={turn.text} label="Copy the answer" />}
          </footer>
        )}
        {arePassagesShown && <Passages question={turn.question} scope={scope} />}
      </div>
    </article>
  );
}

/** A greeting, thanks or a farewell: nothing else is answered without embedding the question. */
function isSmallTalk({ state, sources, result }: Turn): boolean {
  return state === 'done' && sources.length === 0 && result?.token_usage.semantic_tokens === 0;
}

function isNotFound(turn: Turn): boolean {
  return turn.state === 'done' && turn.sources.length === 0 && !isSmallTalk(turn);
}

/** Right about as often as wrong, so it is not to be taken for what the documents say. */
function isGuess({ sources, result }: Turn): boolean {
  return sources.length > 0 && result?.data[0]?.confidence_level === 'low';
}

interface SourcesProps {
  turn: Turn;
  placeIn: (documentId: string) => Place;
}

function AnswerText({ turn, placeIn }: SourcesProps) {
  if (turn.text === '') return null;
  const text = (
    <p className={turn.state === 'writing' ? `${styles.text} ${styles.caret}` : styles.text} dir="auto">
      {piecesOf(turn.text, turn.sources.length).map((piece, index) =>
        'text' in piece ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same source may be cited twice, and pieces only grow at the end
          <SourceLink key={index} turn={turn} placeIn={placeIn} number={piece.citation} className={styles.citation}>
            {piece.citation}
          </SourceLink>
        ),
      )}
    </p>
  );
  if (!isGuess(turn)) return text;
  return (
    <div className={styles.guess}>
      <p>
        <strong>Only a guess.</strong> It may be wrong: see what the source says.
      </p>
      {text}
    </div>
  );
}

/** The documents don't say: that is an answer too, and not a failure. */
function NotFound({ text }: { text: string }) {
  return (
    <div className={styles.nothing}>
      <Icon name="info" size={20} />
      <div>
        <strong>Not in the documents</strong>
        <span dir="auto">{text}</span>
      </div>
    </div>
  );
}

function Sources({ turn, placeIn }: SourcesProps) {
  return (
    <ol className={styles.sources} aria-label="Sources">
      {turn.sources.map((source, index) => (
        <li key={source.id}>
          <SourceLink turn={turn} placeIn={placeIn} number={index + 1} className={styles.source}>
            <Badge tone="accent">{index + 1}</Badge>
            <span className={styles.title} dir="auto">
              {source.title}
            </span>
          </SourceLink>
        </li>
      ))}
    </ol>
  );
}

interface SourceLinkProps extends SourcesProps {
  /** From 1. */
  number: number;
  className?: string;
  children: React.ReactNode;
}

function SourceLink({ turn, placeIn, number, className, children }: SourceLinkProps) {
  const { id, title } = turn.sources[number - 1]!;
  return (
    <Link to="/documents/$id" params={{ id }} search={placeIn(id)} className={className} title={`${number}: ${title}`}>
      {children}
    </Link>
  );
}

function AboutAnswer({ turn: { result } }: { turn: Turn }) {
  if (result === null) return null;
  const { llm_input_tokens: read, llm_output_tokens: written } = result.token_usage.llm_tokens;
  const [answer] = result.data;
  return (
    <>
      {answer !== undefined && answer.sources.length > 0 && <ConfidenceBadge level={answer.confidence_level} />}
      <span>
        {result.model === null
          ? 'In the words of the documents'
          : `Written by ${result.model}, ${formatCount(read + written, 'token')}`}
      </span>
    </>
  );
}
