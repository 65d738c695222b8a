import clsx from 'clsx';
import * as Radix from 'radix-ui/popover';
import type { ReactNode } from 'react';
import * as styles from './popover.module.css';

interface PopoverProps {
  /** The button that opens and closes the panel. */
  trigger: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A floating panel beside its button. Escape and a press outside close it. */
export function Popover(props: PopoverProps) {
  const { trigger, label, align = 'end', side = 'bottom', className, children } = props;
  const openProps = {
    ...(props.open === undefined ? {} : { open: props.open }),
    ...(props.onOpenChange ? { onOpenChange: props.onOpenChange } : {}),
  };
  return (
    <Radix.Root {...openProps}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={clsx(styles.popover, className)}
          align={align}
          side={side}
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
