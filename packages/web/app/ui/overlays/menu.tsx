import clsx from 'clsx';
import * as Radix from 'radix-ui/dropdown-menu';
import type { FocusEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as styles from './popover.module.css';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode;
  /** Accessible name of the menu. */
  label: string;
  defaultOpen?: boolean | undefined;
  /** Only `MenuItem` and `MenuLink`. */
  children: ReactNode;
}

/**
 * Focuses the first item of a menu that is initially open, if it was opened by keyboard: the key press happened before
 * the menu existed. A menu opened by pointer keeps the focus itself.
 */
function focusFirstItem({ target, currentTarget: menu }: FocusEvent<HTMLElement>) {
  if (target !== menu || !menu.matches(':focus-visible')) return;
  menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

/**
 * A few actions behind a button; arrow keys move between them. Load the component that uses it lazily, so that the code
 * of Radix menus is not part of the first page load.
 */
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
  /** A lucide icon element with the class `icon`. */
  icon: ReactNode;
  /** Whether the action cannot be undone, which shows it in red. */
  danger?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}

/** A menu item that runs an action. */
export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={clsx(danger && styles.danger)} onSelect={onSelect}>
      {icon}
      {children}
    </Radix.Item>
  );
}

/** A menu item that is a link. */
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
