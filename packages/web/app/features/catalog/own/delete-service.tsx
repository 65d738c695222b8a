import type { Service } from '@guilda/contract/catalog';
import { useLazyComponent } from '../../../ui/overlays/use-lazy-component.ts';

const loadDialog = () => import('./delete-dialog.tsx').then((module) => module.DeleteServiceDialog);

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
  const DeleteDialog = useLazyComponent(loadDialog, asking === true, () => onAskingChange(false));
  if (asking === undefined || !DeleteDialog) return null;
  return <DeleteDialog open={asking} onOpenChange={onAskingChange} {...rest} />;
}
