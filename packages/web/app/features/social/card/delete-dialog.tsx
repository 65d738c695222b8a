import type { Post } from '@guilda/contract/community/social';
import { api } from '../../../lib/api/api.ts';
import { ConfirmDeletion } from '../confirm-deletion.tsx';
import { useFeedCache } from '../model/feed-cache.ts';

interface DeletePostDialogProps {
  post: Post;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDeleted?: (() => void) | undefined;
}

/** Dialog to confirm the deletion of an own post, which is then removed from every list. */
export function DeletePostDialog({ post, onDeleted, ...dialog }: DeletePostDialogProps) {
  const { uid } = post;
  const { forgetPost } = useFeedCache();
  return (
    <ConfirmDeletion
      {...dialog}
      title="Excluir esta publicação?"
      text="Ela sai da comunidade com as curtidas e os comentários. Não dá para voltar atrás."
      confirmLabel="Excluir publicação"
      doneText="Publicação excluída"
      remove={() => api().social.deletePost({ params: { uid } })}
      onDeleted={() => {
        forgetPost(uid);
        onDeleted?.();
      }}
    />
  );
}
