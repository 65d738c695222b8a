import type { ComponentProps } from 'react';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import type { BlockDialog } from './block-dialog.tsx';

const loadDialog = () => import('./block-dialog.tsx').then((module) => module.BlockDialog);

/** The block dialog, loaded when it opens. Keep it mounted, so that its closing animation plays. */
export function LazyBlockDialog(props: ComponentProps<typeof BlockDialog>) {
  const Dialog = useLazyComponent(loadDialog, props.open, () => props.onOpenChange(false));
  return Dialog && <Dialog {...props} />;
}
