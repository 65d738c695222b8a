import type { Service } from '@guilda/contract/services/catalog';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';

const loadDialog = () => import('./delete-dialog.tsx').then((module) => module.DeleteServiceDialog);

interface DeleteServiceProps {
  service: Service;
  /** Whether the dialog is open; undefined before it is first opened, and its code is not loaded then. */
  isDeletionOpen: boolean | undefined;
  onDeletionOpenChange: (isOpen: boolean) => void;
  removing: boolean;
  onRemove: () => void;
}

/** The dialog that deletes a service; its code is loaded at the first opening. */
export function DeleteService({
  isDeletionOpen,
  onDeletionOpenChange,
  ...rest
}: DeleteServiceProps) {
  const DeleteDialog = useLazyComponent(loadDialog, isDeletionOpen === true, () =>
    onDeletionOpenChange(false),
  );
  if (isDeletionOpen === undefined || !DeleteDialog) return null;
  return <DeleteDialog open={isDeletionOpen} onOpenChange={onDeletionOpenChange} {...rest} />;
}
