import { ApiError } from '@guilda/contract/api-error';
import type { Comment } from '@guilda/contract/social';
import { api } from '../../../../lib/api.ts';
import { useOnce } from '../../../../lib/use-once.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { toast, toastError } from '../../../../ui/toast.ts';

interface DeleteCommentProps {
  comment: Comment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: (comment: Comment) => void;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Asks before an own comment is deleted. */
export function DeleteComment({ comment, open, onOpenChange, onDeleted }: DeleteCommentProps) {
  const { pending, once } = useOnce();
  const remove = () =>
    once(async () => {
      try {
        await api().social.deleteComment({ params: { id: comment.id } });
      } catch (error) {
        // Deleted in another tab: what was wanted is so.
        if (!isGone(error)) return toastError(error);
      }
      toast({ title: 'Comentário excluído' });
      onOpenChange(false);
      onDeleted(comment);
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title="Excluir este comentário?"
      text="Ele sai da publicação. Não dá para voltar atrás."
      confirmLabel="Excluir comentário"
      variant="dangerFill"
      loading={pending}
      afterwards="#comentarios-t"
      onConfirm={() => void remove()}
    />
  );
}
