import {
  cloneElement,
  type InputHTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value. */
  error?: ReactNode;
  /** One control: a TextInput, TextArea or Select. */
  children: ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>;
}

/** A control with its label, a hint, and what is wrong with its value, tied together for those who hear the page. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}

/** What is wrong with a value, beside a control that no `Field` can hold. */
export function FieldError({ children }: { children: ReactNode }) {
  return (
    <p className={styles.error} role="alert">
      {children}
    </p>
  );
}

export function TextInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input type="text" dir="auto" {...rest} className={withControl(className)} />;
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea dir="auto" {...rest} className={withControl(className)} />;
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...rest} className={withControl(className)} />;
}

export function Checkbox({
  label,
  ...rest
}: { label: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...rest} />
      {label}
    </label>
  );
}

interface SegmentedProps<Value extends string> {
  /** What is chosen here, for those who hear the page. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
}

/** One of a few, all in sight. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={styles.segmented} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}

function withControl(className: string | undefined): string {
  return className === undefined ? styles.control! : `${styles.control} ${className}`;
}
