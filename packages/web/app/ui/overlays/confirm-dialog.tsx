import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../actions/button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** The consequences in one or two sentences. */
  text: ReactNode;
  /** Label of the confirming button: the verb of the title. */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** Look of the confirming button; `dangerFill` for actions that cannot be undone. */
  variant?: ButtonVariant | undefined;
  loading?: boolean | undefined;
  onConfirm: () => void;
  /** Selector of the element that gets the focus if the action removes the element that opened the dialog. */
  returnFocusSelector?: string | undefined;
  /** Whether Back closes the dialog. */
  backCloses?: boolean | undefined;
  children?: ReactNode;
}

/** Dialog that asks for a confirmation. It stays open until the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, text, confirmLabel, cancelLabel = 'Cancelar' } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      role="alertdialog"
      returnFocusSelector={props.returnFocusSelector}
      backCloses={props.backCloses}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button
            variant={props.variant ?? 'primary'}
            loading={props.loading}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}
