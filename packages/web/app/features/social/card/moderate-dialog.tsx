import { ApiError } from '@guilda/contract/api-error';
import { limits } from '@guilda/contract/limits';
import { z } from '@guilda/contract/schema';
import { type Post, postEndpoints } from '@guilda/contract/social';
import { zodResolver } from '@hookform/resolvers/zod';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { api } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { changePost, forgetPost } from '../model/feed-cache.ts';

/** `mark` and `open` are about adults; `hide` and `show` about everybody. */
export type Moderation = 'hide' | 'show' | 'mark' | 'open';

const acts = {
  hide: {
    title: 'Ocultar publicação',
    text: 'Ela some para todo mundo, menos para quem publicou, que lê o motivo.',
    verb: 'Ocultar',
    done: 'Publicação ocultada',
    change: { hidden: true },
  },
  show: {
    title: 'Mostrar publicação de novo',
    text: 'Ela volta para a comunidade.',
    verb: 'Mostrar',
    done: 'Publicação de volta',
    change: { hidden: false },
  },
  mark: {
    title: 'Marcar como sensível',
    text: 'Só quem verificou a idade vê a publicação, e sob um véu.',
    verb: 'Marcar',
    done: 'Publicação marcada como sensível',
    change: { sensitive: true },
  },
  open: {
    title: 'Tirar a marca de sensível',
    text: 'Todo mundo volta a ver a publicação.',
    verb: 'Tirar a marca',
    done: 'Marca de sensível retirada',
    change: { sensitive: false },
  },
} as const;

const reasonForm = z.object({ reason: postEndpoints.moderatePost.body.shape.reason });

/** Shows what has become of a post for whoever moderates; it goes where they may not see it. */
async function lookAgain(client: QueryClient, uid: string): Promise<void> {
  try {
    const { post } = await api().social.getPost({ params: { uid } });
    changePost(client, uid, post);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403))
      forgetPost(client, uid);
  }
}

interface ModerateDialogProps {
  post: Post;
  act: Moderation;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What the team does with a post, with a reason that its author reads. */
export function ModerateDialog({ post, act, open, onOpenChange }: ModerateDialogProps) {
  const { title, text, verb, done, change } = acts[act];
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(reasonForm),
    defaultValues: { reason: '' },
  });
  const send = handleSubmit(async ({ reason }) => {
    try {
      const params = { uid: post.uid };
      await api().social.moderatePost({ params, body: { ...change, reason } });
      toast({ title: done });
      onOpenChange(false);
      await lookAgain(client, post.uid);
    } catch (error) {
      toastError(error);
    }
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={text}
      backCloses
      onSubmit={send}
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant={act === 'hide' ? 'dangerFill' : 'primary'}
            loading={formState.isSubmitting}
          >
            {verb}
          </Button>
        </>
      }
    >
      <TextArea
        {...register('reason')}
        label="Motivo"
        hint={act === 'hide' ? 'Quem publicou lê este texto.' : undefined}
        max={limits.moderationReason}
        error={formState.errors.reason?.message}
      />
    </Dialog>
  );
}
