import { type ComponentProps, lazy, Suspense } from 'react';
import type { BlockDialog } from './block-dialog.tsx';

const Dialog = lazy(() =>
  import('./block-dialog.tsx').then((module) => ({ default: module.BlockDialog })),
);

/** The question before a block, fetched once it is there: leave it mounted, so that its closing is seen. */
export function BlockDialogLater(props: ComponentProps<typeof BlockDialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
