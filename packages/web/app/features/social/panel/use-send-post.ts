import type { Post } from '@guilda/contract/community/social';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/feedback/toast.ts';
import type { DraftStore } from './draft.ts';
import { matchesSentPost, type ValidPost } from './post-form.ts';
import { sendPost } from './send-post.ts';

/** A published post. `matchesForm` is false if the server had already stored an earlier attempt with other content. */
export interface PublishedPost {
  readonly post: Post;
  readonly matchesForm: boolean;
}

function toastCancelled(wasFullySent: boolean) {
  toast({
    title: 'Envio interrompido',
    text: wasFullySent
      ? 'Talvez já tenha chegado. Publicar de novo não repete a publicação.'
      : 'O que você escreveu continua aqui.',
    tone: 'warn',
  });
}

/** Reason of aborting a request because its author has signed out on this device. */
const SIGNED_OUT_REASON = 'left';

/** Sends one post at a time; `stop` aborts the running request. */
export function useSendPost(draftStore: DraftStore) {
  const [progress, setProgress] = useState<number>();
  const runningRequest = useRef<{ controller: AbortController; share: number } | null>(null);
  const firstAttempt = useRef<{ key: string; photo: File | null } | null>(null);
  // Aborts the request when the panel is unmounted, which happens when its author signs out.
  useEffect(() => () => runningRequest.current?.controller.abort(SIGNED_OUT_REASON), []);

  const send = async (validPost: ValidPost): Promise<PublishedPost | null> => {
    const key = draftStore.attempt();
    if (firstAttempt.current?.key !== key) firstAttempt.current = { key, photo: validPost.photo };
    const controller = new AbortController();
    const currentRequest = { controller, share: 0 };
    runningRequest.current = currentRequest;
    const onProgress = (share: number) => {
      currentRequest.share = share;
      setProgress(share);
    };
    try {
      setProgress(0);
      const post = await sendPost(validPost, { key, signal: controller.signal, onProgress });
      const isSamePhoto = firstAttempt.current.photo === validPost.photo;
      return { post, matchesForm: isSamePhoto && matchesSentPost(post, validPost) };
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      if (controller.signal.reason !== SIGNED_OUT_REASON)
        toastCancelled(currentRequest.share === 1);
      return null;
    } finally {
      runningRequest.current = null;
      setProgress(undefined);
    }
  };
  const stop = useCallback(() => runningRequest.current?.controller.abort(), []);
  return { send, stop, progress };
}
