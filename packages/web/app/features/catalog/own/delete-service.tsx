import type { Service } from '@guilda/contract/catalog';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';

const loadDialog = () => import('./delete-dialog.tsx').then((module) => module.DeleteServiceDialog);

interface DeleteServiceProps {
  service: Service;
  /** Whether the dialog is open; undefined before its first opening, until which its code is not fetched. */
  asking: boolean | undefined;
  onAskingChange: (asking: boolean) => void;
  removing: boolean;
  onRemove: () => void;
}

/** The dialog that deletes a service, once its owner has asked for it. */
export function DeleteService({ asking, onAskingChange, ...rest }: DeleteServiceProps) {
  const DeleteDialog = useLazyComponent(loadDialog, asking === true, () => onAskingChange(false));
  if (asking === undefined || !DeleteDialog) return null;
  return <DeleteDialog open={asking} onOpenChange={onAskingChange} {...rest} />;
}
