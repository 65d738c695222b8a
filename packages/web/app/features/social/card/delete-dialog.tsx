import { ApiError } from '@guilda/contract/api-error';
import type { Post } from '@guilda/contract/social';
import { api } from '../../../lib/api.ts';
import { useOnce } from '../../../lib/use-once.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { useFeedCache } from '../model/feed-cache.ts';

interface DeleteDialogProps {
  post: Post;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: (() => void) | undefined;
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Asks before an own post is deleted, and takes it off every list. */
export function DeleteDialog({ post, open, onOpenChange, onDeleted }: DeleteDialogProps) {
  const { forgetPost } = useFeedCache();
  const { pending, once } = useOnce();
  const remove = () =>
    once(async () => {
      try {
        await api().social.deletePost({ params: { uid: post.uid } });
      } catch (error) {
        // Deleted in another tab: what was wanted is so.
        if (!isGone(error)) return toastError(error);
      }
      toast({ title: 'Publicação excluída' });
      onOpenChange(false);
      forgetPost(post.uid);
      onDeleted?.();
    });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !pending && onOpenChange(next)}
      title="Excluir esta publicação?"
      text="Ela sai da comunidade com as curtidas e os comentários. Não dá para voltar atrás."
      confirmLabel="Excluir publicação"
      variant="dangerFill"
      loading={pending}
      onConfirm={() => void remove()}
    />
  );
}
