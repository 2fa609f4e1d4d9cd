import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import styles from './code.module.css';

export interface JsonEditorProps {
  /** What is edited, for those who hear the page. */
  label: string;
  value: string;
  /** Without it the text can only be read. */
  onChange?: (value: string) => void;
  /** Mod-Enter. */
  onSubmit?: () => void;
}

const THEME = EditorView.theme({
  '&': { fontSize: 'var(--text-small)', backgroundColor: 'transparent', color: 'var(--ink)', maxHeight: '28rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--mark)', color: 'var(--on-mark)' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--brass)' },
  { tag: tags.invalid, color: 'var(--bad)', textDecoration: 'underline' },
]);

/**
 * The editor lives in a shadow root: there CodeMirror adopts style sheets, while in the page it would write style elements,
 * which the content security policy forbids.
 */
export default function JsonMirror({ label, value, onChange, onSubmit }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const handlers = useRef({ onChange, onSubmit });
  handlers.current = { onChange, onSubmit };
  const isReadOnly = onChange === undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: later values are handed to the editor below
  useEffect(() => {
    const element = host.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          json(),
          syntaxHighlighting(COLOURS),
          THEME,
          EditorView.lineWrapping,
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([{ key: 'Mod-Enter', run: () => submit(handlers.current.onSubmit) }]),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, isReadOnly]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className={styles.editor} />;
}

function submit(onSubmit: (() => void) | undefined): boolean {
  onSubmit?.();
  return onSubmit !== undefined;
}
