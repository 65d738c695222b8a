import { limits } from '@guilda/contract/limits';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../lib/data/page-data.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { toastError } from '../../../ui/feedback/toast.ts';
import { announcedPostUids, removeCachedPost, updateCachedPost } from '../model/feed-cache.ts';
import type { PostListQuery, PostPage } from '../model/post-lists.ts';
import { likes } from '../model/use-like.ts';
import {
  countUnseenPosts,
  type FeedTop,
  feedTopOf,
  firstNewPostUid,
  noUnseenPosts,
  type PagedPosts,
  postsOf,
  type UnseenPosts,
  withNewestPage,
} from './pulse/new-posts.ts';
import { createPolling } from './pulse/polling.ts';
import { postsNearestToWindow, pulseChanges } from './pulse/pulse-changes.ts';
import type { Feed } from './use-feed.ts';

/** Loads the newest posts, as many as the button for new posts can count. */
async function fetchNewestPage(listQuery: PostListQuery): Promise<PostPage> {
  const { social } = await browserClient();
  return social.listPosts({ query: { ...listQuery, limit: String(limits.page.max) } });
}

/**
 * Uids of the posts nearest to the screen, and of the newest known post however far it is: when that post is deleted, the
 * page must learn of it, because the server counts no new posts after a deleted one.
 */
function postsToRequest(feedBox: HTMLElement | null, { newestUid }: FeedTop): string[] {
  const articles = feedBox?.querySelectorAll<HTMLElement>('[data-post]') ?? [];
  const positions = [...articles].map((article) => {
    const { top, bottom } = article.getBoundingClientRect();
    return { uid: article.dataset['post'] ?? '', top, bottom };
  });
  const nearestUids = (maxCount: number) =>
    postsNearestToWindow(positions, window.innerHeight, maxCount);
  const uids = nearestUids(limits.page.max);
  if (newestUid === undefined || uids.includes(newestUid)) return uids;
  return [newestUid, ...nearestUids(limits.page.max - 1)];
}

type CachedFeed = Pick<Feed, 'client' | 'key' | 'list'>;

const cachedPosts = ({ client, key }: CachedFeed) =>
  postsOf(client.getQueryData<PagedPosts>(key)?.pages ?? []);

/** Requests the current counters of the posts `postUids`, and the number of posts newer than `feedTop`. */
async function fetchPulse(listQuery: PostListQuery, feedTop: FeedTop, postUids: readonly string[]) {
  const { social } = await browserClient();
  const { q, ...counted } = listQuery;
  // `getPulse` counts posts newer than a known post, so an empty list loads its first page instead. For a search, new
  // results are not counted.
  if (postUids.length === 0 && q === undefined) {
    const page = await fetchNewestPage(listQuery);
    return { posts: [], fresh: page.posts.length };
  }
  const after = q === undefined ? feedTop.newestUid : undefined;
  return social.getPulse({ query: { ...counted, posts: postUids.join(','), after } });
}

/**
 * Updates the counters of the posts on screen, and removes deleted posts. Resolves to the number of new posts above the
 * list; null when unknown.
 */
async function refreshFromPulse(
  cachedFeed: CachedFeed,
  box: HTMLElement | null,
): Promise<UnseenPosts | null> {
  const requestedTop = feedTopOf(cachedPosts(cachedFeed), announcedPostUids);
  const requestedUids = postsToRequest(box, requestedTop);
  const askedAt = Date.now();
  const answer = await fetchPulse(cachedFeed.list, requestedTop, requestedUids);
  const changes = pulseChanges(requestedUids, answer.posts, cachedPosts(cachedFeed), (uid) =>
    likes.isNewer(uid, askedAt),
  );
  for (const { uid, patch } of changes.changes) updateCachedPost(cachedFeed.client, uid, patch);
  for (const uid of changes.goneUids) removeCachedPost(cachedFeed.client, uid);
  const currentTop = feedTopOf(cachedPosts(cachedFeed), announcedPostUids);
  // If the list's newest post has changed during the request, the count does not apply to it.
  return currentTop.newestUid === requestedTop.newestUid
    ? countUnseenPosts(answer.fresh, currentTop)
    : null;
}

function startPolling(feed: Feed, fetchChanges: () => Promise<void>): () => void {
  const polling = createPolling({
    request: fetchChanges,
    isActive: () => document.visibilityState === 'visible' && navigator.onLine,
    schedule: (run, ms) => {
      const timer = window.setTimeout(run, ms);
      return () => window.clearTimeout(timer);
    },
    everyMs: limits.pulseMs,
  });
  polling.start(Math.max(0, limits.pulseMs - (Date.now() - feed.loadedAt)));
  document.addEventListener('visibilitychange', polling.wake);
  window.addEventListener('online', polling.wake);
  return () => {
    polling.stop();
    document.removeEventListener('visibilitychange', polling.wake);
    window.removeEventListener('online', polling.wake);
  };
}

/** Keeps the counters of the posts in `boxRef` up to date; returns the number of new posts. */
export function useFeedPulse(feed: Feed, boxRef: RefObject<HTMLElement | null>) {
  const [unseen, setUnseen] = useState(noUnseenPosts);
  const { pending, runOnce } = useOnce();
  const latestFeed = useRef(feed);
  latestFeed.current = feed;
  const { ready } = feed;
  // Polling starts anew when the list or the reader changes, because both are part of the feed's query key.
  const restartKey = JSON.stringify(feed.key);

  useEffect(() => {
    setUnseen(noUnseenPosts);
    if (!ready || restartKey === '') return;
    return startPolling(latestFeed.current, async () => {
      const count = await refreshFromPulse(latestFeed.current, boxRef.current);
      if (count) setUnseen(count);
    });
  }, [ready, restartKey, boxRef]);

  /** Adds the new posts on top of the list; resolves to the uid of the first one. */
  const showFresh = async (): Promise<string | undefined> => {
    const { client, key, list } = feed;
    let firstNewUid: string | undefined;
    await runOnce(async () => {
      try {
        const page = await fetchNewestPage(list);
        const listBefore = client.getQueryData<PagedPosts>(key) ?? { pages: [] };
        const posts = postsOf(listBefore.pages);
        const listAfter = withNewestPage(listBefore, page, feedTopOf(posts, announcedPostUids));
        client.setQueryData(key, listAfter);
        setUnseen(noUnseenPosts);
        firstNewUid = firstNewPostUid(posts, postsOf(listAfter.pages));
      } catch (error) {
        toastError(error);
      }
    });
    return firstNewUid;
  };
  return { unseen, showing: pending, showFresh };
}
