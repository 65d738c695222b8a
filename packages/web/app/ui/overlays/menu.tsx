import clsx from 'clsx';
import * as Radix from 'radix-ui/dropdown-menu';
import type { FocusEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as styles from './popover.module.css';

interface MenuProps {
  /** One button; it opens the menu. */
  trigger: ReactNode;
  /** Accessible name of the menu. */
  label: string;
  defaultOpen?: boolean | undefined;
  /** `MenuItem` and `MenuLink` only. */
  children: ReactNode;
}

/**
 * Gives the focus on to the first act of a menu that comes already open: it has not seen the key that
 * opened it. One opened by pointer keeps it to itself.
 */
function focusFirstItem({ target, currentTarget: menu }: FocusEvent<HTMLElement>) {
  if (target !== menu || !menu.matches(':focus-visible')) return;
  menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

/** A few actions behind one button; arrow keys move among them. Load the component that uses it lazily. */
export function Menu({ trigger, label, defaultOpen, children }: MenuProps) {
  return (
    <Radix.Root modal={false} {...(defaultOpen ? { defaultOpen } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          {...(defaultOpen ? { onFocus: focusFirstItem } : {})}
          className={clsx(styles.popover, styles.menu)}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface MenuItemProps {
  /** A lucide icon element with class `i`. */
  icon: ReactNode;
  /** Marks an action that cannot be undone. */
  danger?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}

/** An action of a menu. */
export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={clsx(danger && styles.danger)} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  );
}

/** A way of a menu that leads somewhere. */
export function MenuLink({ icon, children, ...link }: LinkProps & { icon: ReactNode }) {
  return (
    <Radix.Item asChild>
      <Link {...link}>
        {icon}
        {children}
      </Link>
    </Radix.Item>
  );
}
