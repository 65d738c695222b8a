import { ApiError } from '@guilda/contract/api-error';
import { useOnce } from '../../lib/use-once.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast, toastError } from '../../ui/toast.ts';

interface OwnDeletionProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  confirmLabel: string;
  /** What the toast says. */
  done: string;
  remove: () => Promise<unknown>;
  /** Runs once it is gone. */
  onDeleted: () => void;
  /** Selector of what gets the focus then. */
  afterwards?: string | undefined;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Asks before something of one's own is deleted, and deletes it once. */
export function OwnDeletion({ onOpenChange, done, remove, onDeleted, ...words }: OwnDeletionProps) {
  const { pending, once } = useOnce();
  const confirm = () =>
    once(async () => {
      try {
        await remove();
      } catch (error) {
        // Deleted in another tab: what was wanted is so.
        if (!isGone(error)) return toastError(error);
      }
      toast({ title: done });
      onOpenChange(false);
      onDeleted();
    });
  return (
    <ConfirmDialog
      {...words}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      variant="dangerFill"
      backCloses
      loading={pending}
      onConfirm={() => void confirm()}
    />
  );
}
