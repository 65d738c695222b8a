import type { ComponentProps } from 'react';
import { useLater } from '../../ui/use-later.ts';
import type { BlockDialog } from './block-dialog.tsx';

const loadDialog = () => import('./block-dialog.tsx').then((module) => module.BlockDialog);

/** The question before a block, fetched once it is there: leave it mounted, so that its closing is seen. */
export function BlockDialogLater(props: ComponentProps<typeof BlockDialog>) {
  const Dialog = useLater(loadDialog, props.open, () => props.onOpenChange(false));
  return Dialog && <Dialog {...props} />;
}
