import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.js';

type Variant = 'plain' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  icon?: IconName;
  isSmall?: boolean;
  /** Shows that its work goes on, and takes no further click. */
  isBusy?: boolean;
  /** For buttons that switch something on and off. */
  isPressed?: boolean;
}

export function Button({
  variant = 'plain',
  icon,
  isSmall = false,
  isBusy = false,
  isPressed,
  disabled,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, isSmall, isPressed, isIconOnly: false, className })}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      aria-pressed={isPressed}
    >
      {icon !== undefined && <Icon name={icon} size={isSmall ? 15 : 18} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName;
  /** What it does: read aloud, and shown when the pointer rests on it. */
  label: string;
}

export function IconButton({
  icon,
  label,
  variant = 'quiet',
  isSmall = false,
  isBusy = false,
  isPressed,
  disabled,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={buttonClass({ variant, isSmall, isPressed, isIconOnly: true, className })}
      disabled={disabled || isBusy}
      aria-label={label}
      aria-pressed={isPressed}
    >
      <Icon name={icon} size={isSmall ? 16 : 18} />
    </button>
  );
}

interface Look {
  variant?: Variant;
  isSmall?: boolean;
  isPressed?: boolean;
  isIconOnly?: boolean;
  className?: string;
}

/** Also for links that look like buttons. */
export function buttonClass({ variant = 'plain', isSmall, isPressed, isIconOnly, className }: Look): string {
  return [
    styles.button,
    variant !== 'plain' && styles[variant],
    isSmall && styles.small,
    isIconOnly && styles.iconOnly,
    isPressed && styles.pressed,
    className,
  ]
    .filter(Boolean)
    .join(' ');
}
