import { ApiError } from '@guilda/contract/api-error';
import { useOnce } from '../../lib/loading/use-once.ts';
import { toast, toastError } from '../../ui/feedback/toast.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface ConfirmDeletionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  confirmLabel: string;
  /** Text of the toast after the deletion. */
  doneText: string;
  remove: () => Promise<unknown>;
  /** Called after the deletion. */
  onDeleted: () => void;
  /** Selector of the element that gets the focus after the deletion. */
  returnFocusSelector?: string | undefined;
}

const isNotFoundError = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Dialog that confirms the deletion of an own post or comment and then deletes it. */
export function ConfirmDeletion({
  onOpenChange,
  doneText,
  remove,
  onDeleted,
  ...words
}: ConfirmDeletionProps) {
  const { pending, runOnce } = useOnce();
  const confirm = () =>
    runOnce(async () => {
      try {
        await remove();
      } catch (error) {
        // An item that is not found was already deleted, for example in another tab, which counts as success.
        if (!isNotFoundError(error)) return toastError(error);
      }
      toast({ title: doneText });
      onOpenChange(false);
      onDeleted();
    });
  return (
    <ConfirmDialog
      {...words}
      onOpenChange={(isOpen) => !pending && onOpenChange(isOpen)}
      variant="dangerFill"
      backCloses
      loading={pending}
      onConfirm={() => void confirm()}
    />
  );
}
