import type { Post } from '@guilda/contract/community/social';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { browserClient } from '../../../lib/data/page-data.ts';
import { useSession } from '../../../lib/session/session.ts';
import { browserTokenStore } from '../../../lib/session/storage.ts';
import { toastError } from '../../../ui/feedback/toast.ts';
import { updateCachedPost } from './feed-cache.ts';
import { createLikes, type LikeState } from './likes.ts';

/** States of own likes until the server has answered; they override the states in cached lists. */
const usePendingLikes = create<{ readonly states: Readonly<Record<string, LikeState>> }>(() => ({
  states: {},
}));

let tabQueryClient: QueryClient | null = null;

async function sendLike(uid: string, isLiked: boolean) {
  const { social } = await browserClient();
  const input = { params: { uid } };
  return isLiked ? social.likePost(input) : social.unlikePost(input);
}

function showLike(uid: string, state: LikeState, isSettled: boolean): void {
  if (isSettled && tabQueryClient) updateCachedPost(tabQueryClient, uid, state);
  usePendingLikes.setState(({ states }) => {
    const { [uid]: _, ...rest } = states;
    return { states: isSettled ? rest : { ...rest, [uid]: state } };
  });
}

/** The likes of this tab; one instance for all components. */
export const likes = createLikes({
  send: sendLike,
  show: showLike,
  refused: (_, error) => toastError(error),
  now: Date.now,
});

// When another person signs in, the likes of the previous person are dropped.
useSession.subscribe(({ user }, previousState) => {
  if (!previousState.user || user?.uid === previousState.user.uid) return;
  likes.forget();
  usePendingLikes.setState({ states: {} });
});

/** The like of a post as it is shown, and a function that toggles it. A visitor is sent to sign in. */
export function useLike(post: Pick<Post, 'uid' | 'liked' | 'likes'>): LikeState & {
  press(): void;
} {
  const { uid } = post;
  const client = useQueryClient();
  const navigate = useNavigate();
  const pendingState = usePendingLikes(({ states }) => states[uid]);
  const shownLike = pendingState ?? { liked: post.liked, likes: post.likes };
  const press = () => {
    if (browserTokenStore(localStorage).read() === null) return void navigate('/login');
    tabQueryClient = client;
    likes.toggle(uid, shownLike);
  };
  return { ...shownLike, press };
}
