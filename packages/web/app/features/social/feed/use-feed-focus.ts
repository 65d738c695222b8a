import type { Post } from '@guilda/contract/community/social';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { focusArticle } from './feed-keys.ts';

const articleOf = (box: HTMLElement | null, uid: string) =>
  box?.querySelector<HTMLElement>(`:scope > [data-post="${CSS.escape(uid)}"]`) ?? null;

/**
 * Whether the focused element was removed: no element has the focus, or only the page's main content, which gets the
 * focus when a dialog cannot return it.
 */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.id === 'conteudo'
  );
}

/** The focused post, and the order of the posts when it got the focus. */
interface FocusedPost {
  readonly uid: string;
  readonly postOrder: readonly string[];
}

/** Uid of the nearest remaining post after a post was removed: the next one, otherwise the previous one. */
function nearestRemainingPost(
  { uid, postOrder }: FocusedPost,
  remainingUids: ReadonlySet<string>,
): string | undefined {
  const index = postOrder.indexOf(uid);
  return (
    postOrder.slice(index).find((postUid) => remainingUids.has(postUid)) ??
    postOrder.slice(0, index).findLast((postUid) => remainingUids.has(postUid))
  );
}

/**
 * Manages the focus of a feed. The focus stays with its post, moves to the nearest post when its post is deleted, and
 * moves to the first of newly loaded posts (`goTo`).
 */
export function useFeedFocus(boxRef: RefObject<HTMLElement | null>, posts: readonly Post[]) {
  const focusedPost = useRef<FocusedPost>(null);
  const [wantedPost, setWantedPost] = useState<{ uid: string; top: boolean }>();

  useEffect(() => {
    const postOrder = posts.map(({ uid }) => uid);
    const { current } = focusedPost;
    if (!current) return;
    if (postOrder.includes(current.uid)) {
      focusedPost.current = { uid: current.uid, postOrder };
      return;
    }
    // Waits until a closing dialog has restored the focus.
    const timer = setTimeout(() => {
      const uid = nearestRemainingPost(current, new Set(postOrder));
      focusedPost.current = null;
      if (uid !== undefined && isFocusLost()) articleOf(boxRef.current, uid)?.focus();
    });
    return () => clearTimeout(timer);
  }, [posts, boxRef]);

  useEffect(() => {
    const article = wantedPost && posts.length > 0 && articleOf(boxRef.current, wantedPost.uid);
    if (!article) return;
    setWantedPost(undefined);
    if (wantedPost.top) window.scrollTo({ top: 0 });
    if (wantedPost.top) article.focus({ preventScroll: true });
    else focusArticle(article);
  }, [wantedPost, posts, boxRef]);

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const uid = target.closest<HTMLElement>('[data-post]')?.dataset['post'];
      if (uid !== undefined)
        focusedPost.current = { uid, postOrder: posts.map((post) => post.uid) };
    },
    /** Focuses a post as soon as it is rendered; with `top` also scrolls to the top of the page. */
    goTo: (uid: string, top: boolean) => setWantedPost({ uid, top }),
  };
}
