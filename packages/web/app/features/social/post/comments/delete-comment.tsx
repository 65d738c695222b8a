import type { Comment } from '@guilda/contract/community/social';
import { api } from '../../../../lib/api/api.ts';
import { ConfirmDeletion } from '../../confirm-deletion.tsx';

interface DeleteCommentDialogProps {
  comment: Comment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted: (comment: Comment) => void;
}

/** Dialog to confirm the deletion of an own comment. */
export function DeleteCommentDialog({ comment, onDeleted, ...dialog }: DeleteCommentDialogProps) {
  return (
    <ConfirmDeletion
      {...dialog}
      title="Excluir este comentário?"
      text="Ele sai da publicação. Não dá para voltar atrás."
      confirmLabel="Excluir comentário"
      doneText="Comentário excluído"
      remove={() => api().social.deleteComment({ params: { id: comment.id } })}
      onDeleted={() => onDeleted(comment)}
      returnFocusSelector="#comentarios-t"
    />
  );
}
