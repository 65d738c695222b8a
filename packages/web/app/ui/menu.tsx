import clsx from 'clsx';
import * as Radix from 'radix-ui/dropdown-menu';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, type LinkProps } from 'react-router';

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
 * The first act has the focus when the menu was opened by keyboard; one that comes already open has
 * not seen the key that opened it.
 */
function useFirstActFocused(open: boolean | undefined) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const frame = requestAnimationFrame(() => {
      const menu = content.current;
      if (!menu?.matches(':focus-visible')) return;
      menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [open]);
  return content;
}

/** A few acts behind one button; arrow keys move among them. Load the component that uses it lazily. */
export function Menu({ trigger, label, defaultOpen, children }: MenuProps) {
  const content = useFirstActFocused(defaultOpen);
  return (
    <Radix.Root modal={false} {...(defaultOpen ? { defaultOpen } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          className="pop menu"
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
  /** What cannot be taken back. */
  danger?: boolean | undefined;
  onSelect: () => void;
  children: ReactNode;
}

/** An act of a menu. */
export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={clsx(danger && 'perigo')} onSelect={onSelect}>
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
