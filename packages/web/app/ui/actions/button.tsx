import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as styles from './button.module.css';

/**
 * Look of a button. `primary` is the single main action of a view; `live` is for a running call or order (answer,
 * finish).
 */
export type ButtonVariant = 'neutral' | 'primary' | 'live' | 'danger' | 'dangerFill' | 'ghost';
export type ButtonSize = 'small' | 'medium' | 'large';

interface ButtonLook {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Whether the button takes the full width. */
  block?: boolean | undefined;
  /** A lucide icon element, shown before the text. */
  icon?: ReactNode;
}

interface ButtonElementProps extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  asLink?: false;
  className?: string | undefined;
  /** Whether the button shows a loading animation, ignores presses and keeps its width. */
  loading?: boolean | undefined;
}

interface ButtonLinkProps extends ButtonLook, Omit<LinkProps, 'className'> {
  asLink: true;
  className?: string | undefined;
}

export type ButtonProps = ButtonElementProps | ButtonLinkProps;

const variantClasses: Record<ButtonVariant, string> = {
  neutral: '',
  primary: styles.primary,
  live: styles.live,
  danger: styles.danger,
  dangerFill: styles.dangerFill,
  ghost: styles.ghost,
};
const sizeClasses: Record<ButtonSize, string> = {
  small: styles.small,
  medium: '',
  large: styles.large,
};

/**
 * Attributes that style an element as a button, such as the label of a file input or a plain link. The data attributes
 * let parent components style the buttons inside them.
 */
export function buttonAttributes(
  { variant = 'neutral', size = 'medium', block }: Omit<ButtonLook, 'icon'>,
  className?: string,
) {
  return {
    className: clsx(
      styles.button,
      variantClasses[variant],
      sizeClasses[size],
      block && styles.block,
      className,
    ),
    'data-ui': 'button',
    'data-variant': variant === 'neutral' ? undefined : variant,
  };
}

function PlainButton(props: Omit<ButtonElementProps, 'asLink'>) {
  const { variant, size, block, icon, className, loading, children, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...buttonAttributes({ variant, size, block }, className)}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
    >
      {icon}
      {children}
      {loading && (
        <span className={styles.spinner} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
}

function LinkButton(props: Omit<ButtonLinkProps, 'asLink'>) {
  const { variant, size, block, icon, className, children, ...rest } = props;
  return (
    <Link {...rest} {...buttonAttributes({ variant, size, block }, className)}>
      {icon}
      {children}
    </Link>
  );
}

/**
 * A button with `type="button"` by default. With `asLink` it is a router link with the same look, which requires `to`.
 */
export function Button(props: ButtonProps) {
  if (props.asLink) {
    const { asLink: _, ...rest } = props;
    return <LinkButton {...rest} />;
  }
  const { asLink: _, ...rest } = props;
  return <PlainButton {...rest} />;
}
