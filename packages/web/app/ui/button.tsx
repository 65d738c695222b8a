import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/** `primary` is the one main action of a view; `live` is for what happens now (answer, finish). */
export type ButtonVariant = 'neutral' | 'primary' | 'live' | 'danger' | 'dangerFill' | 'ghost';
export type ButtonSize = 'small' | 'medium' | 'large';

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** Takes the whole width. */
  block?: boolean | undefined;
  /** A lucide icon element before the text. */
  icon?: ReactNode;
}

interface AsButton extends Look, Omit<ComponentProps<'button'>, 'className'> {
  asLink?: false;
  className?: string | undefined;
  /** Keeps the width, shows the diamonds and swallows further presses. */
  loading?: boolean | undefined;
}

interface AsLink extends Look, Omit<LinkProps, 'className'> {
  asLink: true;
  className?: string | undefined;
}

export type ButtonProps = AsButton | AsLink;

const variants: Record<ButtonVariant, string> = {
  neutral: '',
  primary: 'pri',
  live: 'viva',
  danger: 'perigo',
  dangerFill: 'cheia-perigo',
  ghost: 'fant',
};
const sizes: Record<ButtonSize, string> = { small: 'p', medium: '', large: 'g' };

function lookOf({ variant = 'neutral', size = 'medium', block }: Look, className?: string) {
  return clsx('btn', variants[variant], sizes[size], block && 'bloco', className);
}

function PlainButton(props: Omit<AsButton, 'asLink'>) {
  const { variant, size, block, icon, className, loading, children, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={lookOf({ variant, size, block }, className)}
      onClick={press}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
    >
      {icon}
      {children}
      {loading && (
        <span className="espera" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
      )}
    </button>
  );
}

function LinkButton(props: Omit<AsLink, 'asLink'>) {
  const { variant, size, block, icon, className, children, ...rest } = props;
  return (
    <Link {...rest} className={lookOf({ variant, size, block }, className)}>
      {icon}
      {children}
    </Link>
  );
}

/**
 * The button of the house. `type` is `button` unless told otherwise. With `asLink` it is a router
 * link of the same look and takes `to`.
 */
export function Button(props: ButtonProps) {
  if (props.asLink) {
    const { asLink: _, ...rest } = props;
    return <LinkButton {...rest} />;
  }
  const { asLink: _, ...rest } = props;
  return <PlainButton {...rest} />;
}
