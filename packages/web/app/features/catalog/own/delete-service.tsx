import type { Service } from '@guilda/contract/catalog';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';

const loadDialog = () => import('./delete-dialog.tsx').then((module) => module.DeleteServiceDialog);

interface DeleteServiceProps {
  service: Service;
  /** Whether the dialog is open; undefined before its first opening, until which its code is not loaded. */
  asking: boolean | undefined;
  onAskingChange: (asking: boolean) => void;
  removing: boolean;
  onRemove: () => void;
}

/** The dialog that deletes a service; its code is loaded at the first opening. */
export function DeleteService({ asking, onAskingChange, ...rest }: DeleteServiceProps) {
  const DeleteDialog = useLazyComponent(loadDialog, asking === true, () => onAskingChange(false));
  if (asking === undefined || !DeleteDialog) return null;
  return <DeleteDialog open={asking} onOpenChange={onAskingChange} {...rest} />;
}
