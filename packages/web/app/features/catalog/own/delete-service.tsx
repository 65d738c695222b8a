import type { Service } from '@guilda/contract/catalog';
import { lazy, Suspense } from 'react';

const DeleteDialog = lazy(() =>
  import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })),
);

interface DeleteServiceProps {
  service: Service;
  /** Undefined until it was asked for once: before that the dialog is not even fetched. */
  asking: boolean | undefined;
  onAskingChange: (asking: boolean) => void;
  removing: boolean;
  onRemove: () => void;
}

/** The dialog that deletes a service, once its owner has asked for it. */
export function DeleteService({ asking, onAskingChange, ...rest }: DeleteServiceProps) {
  if (asking === undefined) return null;
  return (
    <Suspense>
      <DeleteDialog open={asking} onOpenChange={onAskingChange} {...rest} />
    </Suspense>
  );
}
