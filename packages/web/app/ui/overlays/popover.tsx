import clsx from 'clsx';
import * as Radix from 'radix-ui/popover';
import { type ReactNode, useRef } from 'react';
import * as styles from './popover.module.css';
import { useRepeatPress } from './use-repeat-press.ts';

interface PopoverProps {
  /** The button that opens and closes the panel. */
  trigger: ReactNode;
  /** Accessible name of the panel. */
  label: string;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Whether `onOpenChange` closes the panel by going back; what is pressed outside then waits until it is closed. */
  closesByBack?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A floating panel beside its button. Escape and a press outside close it. */
export function Popover(props: PopoverProps) {
  const { trigger, label, align = 'end', side = 'bottom', className, children } = props;
  const panelRef = useRef<HTMLDivElement>(null);
  const isClosedByPress = useRepeatPress({
    panelRef,
    open: props.open ?? false,
    close: props.closesByBack ? () => props.onOpenChange?.(false) : undefined,
  });
  const openProps = {
    ...(props.open === undefined ? {} : { open: props.open }),
    ...(props.onOpenChange ? { onOpenChange: props.onOpenChange } : {}),
  };
  return (
    <Radix.Root {...openProps}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={panelRef}
          onCloseAutoFocus={(event) => isClosedByPress() && event.preventDefault()}
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
