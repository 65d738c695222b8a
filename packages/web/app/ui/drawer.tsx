import clsx from 'clsx';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { stayForToasts } from './stay-for-toasts.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name; the visible heading, if any, is the caller's. */
  label: string;
  /** `menu`: 340 px, felt. `panel`: up to 850 px, from the bottom on phones. */
  variant?: 'menu' | 'panel' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Closes the drawer or dialog it stands in. Wrap one button: `<DrawerClose><IconButton …/></DrawerClose>`. */
export function DrawerClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

/** A modal panel that slides in from the right. Load the component that uses it lazily. */
export function Drawer({
  open,
  onOpenChange,
  label,
  variant = 'menu',
  className,
  children,
}: DrawerProps) {
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          {...focus}
          onInteractOutside={stayForToasts}
          className={clsx(variant === 'menu' ? 'lateral on-mesa' : 'gaveta', className)}
          aria-describedby={undefined}
        >
          <Radix.Title className="sr">{label}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
