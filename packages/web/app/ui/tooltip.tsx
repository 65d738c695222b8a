import * as Slot from 'radix-ui/slot';
import type { ReactNode } from 'react';

interface TooltipProps {
  text: string;
  side?: 'top' | 'bottom' | undefined;
  /** One element that takes focus or hover. */
  children: ReactNode;
}

/**
 * A short text shown while its element is hovered or focused. The element carries only the text; one
 * layer for the whole page (`TooltipLayer`) draws it. The text must not be the only place for
 * something a phone needs: there is no hover there.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Slot.Root data-tip={text} data-tip-side={side}>
      {children}
    </Slot.Root>
  );
}
