import clsx from 'clsx';
import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { iconButton } from '../actions/icon-button.module.css';
import { CloseOnBack } from './close-on-back.tsx';
import { scrim } from './dialog.module.css';
import * as styles from './drawer.module.css';
import { focusFirstField } from './focus-first-field.ts';
import { stayOpen } from './stay-open.ts';
import { useSwallowDoubleClick } from './swallow-double-click.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name; the variant `panel` also shows it as its heading. */
  label: string;
  /** `menu`: 340 px wide and dark. `panel`: up to 850 px wide; on phones it slides in from the bottom. */
  variant?: 'menu' | 'panel' | undefined;
  className?: string | undefined;
  /** Selector of the element that gets the focus after closing, if no element of the page opened the drawer. */
  opener?: string | undefined;
  children: ReactNode;
}

function PanelHeader({ label }: { label: string }) {
  return (
    <header className="row spaceBetween">
      <Radix.Title className="display2">{label}</Radix.Title>
      <Radix.Close className={iconButton} data-ui="icon-button" aria-label="Fechar">
        <X className="icon" aria-hidden="true" />
      </Radix.Close>
    </header>
  );
}

/** Closes the drawer or dialog around it. Wrap one button: `<DrawerClose><IconButton …/></DrawerClose>`. */
export function DrawerClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}

/**
 * A modal panel that slides in from the right. The focus of a `panel` goes to its first field. Load the component that
 * uses it lazily, so that the code of Radix dialogs is not part of the first page load.
 */
export function Drawer({
  open,
  onOpenChange,
  label,
  variant = 'menu',
  className,
  opener,
  children,
}: DrawerProps) {
  const focusHandlers = useReturnFocus(opener);
  useSwallowDoubleClick(open);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrim} />
        <Radix.Content
          {...focusHandlers}
          onOpenAutoFocus={(event) => {
            focusHandlers.onOpenAutoFocus();
            if (variant === 'panel') focusFirstField(event);
          }}
          onInteractOutside={stayOpen}
          className={clsx(variant === 'menu' ? [styles.menu, 'onDark'] : styles.panel, className)}
          data-ui={variant === 'panel' ? 'drawer' : undefined}
          aria-describedby={undefined}
        >
          {variant === 'menu' && <CloseOnBack close={() => onOpenChange(false)} />}
          {variant === 'panel' ? (
            <PanelHeader label={label} />
          ) : (
            <Radix.Title className="srOnly">{label}</Radix.Title>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
