import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedChangesDialogProps {
  title: string;
  /** What is lost when the person leaves. */
  text: string;
  onStay: () => void;
  onLeave: () => void;
}

/** Dialog that asks whether to discard unsaved changes. */
export function UnsavedChangesDialog({ title, text, onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={title}
      text={text}
      cancelLabel="Continuar editando"
      confirmLabel="Sair sem salvar"
      variant="danger"
      onConfirm={onLeave}
    />
  );
}
