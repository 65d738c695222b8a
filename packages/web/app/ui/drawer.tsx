import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { BackCloses } from './back-closes.tsx';
import { stayForToasts } from './stay-for-toasts.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useWholeDoubleClick } from './use-whole-double-click.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name; a panel shows it as its heading. */
  label: string;
  /** `menu`: 340 px, felt. `panel`: up to 850 px, from the bottom on phones. */
  variant?: 'menu' | 'panel' | undefined;
  className?: string | undefined;
  /** Selector of what opens it, to take the focus where nothing on the page did. */
  opener?: string | undefined;
  children: ReactNode;
}

function PanelHeader({ label }: { label: string }) {
  return (
    <header className="row between">
      <Radix.Title className="d2">{label}</Radix.Title>
      <Radix.Close className="ib" aria-label="Fechar">
        <X className="i" aria-hidden="true" />
      </Radix.Close>
    </header>
  );
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
  opener,
  children,
}: DrawerProps) {
  const focus = useReturnFocus(opener);
  useWholeDoubleClick(open);
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
          {variant === 'menu' && <BackCloses close={() => onOpenChange(false)} />}
          {variant === 'panel' ? (
            <PanelHeader label={label} />
          ) : (
            <Radix.Title className="sr">{label}</Radix.Title>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
