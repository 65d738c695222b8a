import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Whether to give up what was typed. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
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
