import type { Post } from '@guilda/contract/social';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { focusArticle } from './feed-keys.ts';

const articleOf = (box: HTMLElement | null, uid: string) =>
  box?.querySelector<HTMLElement>(`:scope > [data-post="${CSS.escape(uid)}"]`) ?? null;

/** Whether no element has the focus, because the focused one was removed. */
function isFocusLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.id === 'conteudo'
  );
}

/** The focused post, with the order of the posts at that time. */
interface FocusedPost {
  readonly uid: string;
  readonly order: readonly string[];
}

/** The remaining neighbour of a removed post: the next one, or else the one before. */
function nearestRemainingPost(
  { uid, order }: FocusedPost,
  left: ReadonlySet<string>,
): string | undefined {
  const at = order.indexOf(uid);
  return (
    order.slice(at).find((one) => left.has(one)) ??
    order.slice(0, at).findLast((one) => left.has(one))
  );
}

/**
 * Manages the focus of a feed: the focus stays with its post, moves to the nearest post when that one is deleted, and
 * moves to the first of newly loaded posts (`goTo`).
 */
export function useFeedFocus(box: RefObject<HTMLElement | null>, posts: readonly Post[]) {
  const place = useRef<FocusedPost>(null);
  const [wanted, setWanted] = useState<{ uid: string; top: boolean }>();

  useEffect(() => {
    const order = posts.map(({ uid }) => uid);
    const { current } = place;
    if (!current) return;
    if (order.includes(current.uid)) {
      place.current = { uid: current.uid, order };
      return;
    }
    // A dialog that closes gives the focus back first.
    const timer = setTimeout(() => {
      const uid = nearestRemainingPost(current, new Set(order));
      place.current = null;
      if (uid !== undefined && isFocusLost()) articleOf(box.current, uid)?.focus();
    });
    return () => clearTimeout(timer);
  }, [posts, box]);

  useEffect(() => {
    const article = wanted && posts.length > 0 && articleOf(box.current, wanted.uid);
    if (!article) return;
    setWanted(undefined);
    if (wanted.top) window.scrollTo({ top: 0 });
    if (wanted.top) article.focus({ preventScroll: true });
    else focusArticle(article);
  }, [wanted, posts, box]);

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const uid = target.closest<HTMLElement>('[data-post]')?.dataset['post'];
      if (uid !== undefined) place.current = { uid, order: posts.map((post) => post.uid) };
    },
    /** Focuses a post as soon as it is there; `top` also scrolls to where the page begins. */
    goTo: (uid: string, top: boolean) => setWanted({ uid, top }),
  };
}
