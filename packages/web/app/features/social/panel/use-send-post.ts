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
  const running = useRef<{ stop: AbortController; share: number } | null>(null);
  const firstAttempt = useRef<{ key: string; photo: File | null } | null>(null);
  // Aborts the request when the panel is unmounted, which happens when its author signs out.
  useEffect(() => () => running.current?.stop.abort(SIGNED_OUT_REASON), []);

  const send = async (validPost: ValidPost): Promise<PublishedPost | null> => {
    const key = draftStore.attempt();
    if (firstAttempt.current?.key !== key) firstAttempt.current = { key, photo: validPost.photo };
    const stop = new AbortController();
    const currentRequest = { stop, share: 0 };
    running.current = currentRequest;
    const onProgress = (share: number) => {
      currentRequest.share = share;
      setProgress(share);
    };
    try {
      setProgress(0);
      const post = await sendPost(validPost, { key, signal: stop.signal, onProgress });
      const samePhoto = firstAttempt.current.photo === validPost.photo;
      return { post, matchesForm: samePhoto && matchesSentPost(post, validPost) };
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      if (stop.signal.reason !== SIGNED_OUT_REASON) toastCancelled(currentRequest.share === 1);
      return null;
    } finally {
      running.current = null;
      setProgress(undefined);
    }
  };
  const stop = useCallback(() => running.current?.stop.abort(), []);
  return { send, stop, progress };
}
