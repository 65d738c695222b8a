import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as styles from './chip.module.css';

interface ChipOwnProps {
  /** Whether the chip is selected, which fills it with colour. */
  pressed?: boolean | undefined;
  /** Number shown after the text. */
  count?: number | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

type ChipButtonProps = ChipOwnProps & { asLink?: false } & Omit<
    ComponentProps<'button'>,
    keyof ChipOwnProps
  >;
type ChipLinkProps = ChipOwnProps & { asLink: true } & Omit<LinkProps, keyof ChipOwnProps>;

/** A small button for a filter or choice. As a button it is a toggle (`aria-pressed`); as a link it requires `to`. */
export function Chip(props: ChipButtonProps | ChipLinkProps) {
  const { pressed = false, count, icon, className, children, ...rest } = props;
  const content = (
    <>
      {icon}
      {children}
      {count !== undefined && <span className="numeric">{count}</span>}
    </>
  );
  if (rest.asLink) {
    const { asLink: _, ...link } = rest;
    return (
      <Link
        {...link}
        data-ui="chip"
        className={clsx(styles.chip, pressed && styles.pressed, className)}
        aria-current={pressed ? 'true' : undefined}
      >
        {content}
      </Link>
    );
  }
  const { asLink: _, ...button } = rest;
  return (
    <button
      type="button"
      {...button}
      data-ui="chip"
      className={clsx(styles.chip, className)}
      aria-pressed={pressed}
    >
      {content}
    </button>
  );
}
