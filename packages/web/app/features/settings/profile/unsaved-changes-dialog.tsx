import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface UnsavedChangesDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Dialog that asks whether to discard unsaved changes. */
export function UnsavedChangesDialog({ onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Sair sem salvar?"
      text="As mudanças no seu perfil serão perdidas."
      cancelLabel="Continuar editando"
      confirmLabel="Sair sem salvar"
      variant="danger"
      onConfirm={onLeave}
    />
  );
}
