import { limits } from '@guilda/contract/limits';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../lib/data/page-data.ts';
import { useOnce } from '../../../lib/loading/use-once.ts';
import { toastError } from '../../../ui/feedback/toast.ts';
import { announced, changePost, forgetPost } from '../model/feed-cache.ts';
import type { PostListQuery, PostPage } from '../model/post-lists.ts';
import { likes } from '../model/use-like.ts';
import {
  firstNewOf,
  nothingUnseen,
  type PagedPosts,
  postsOf,
  type Top,
  topOf,
  type Unseen,
  unseenOf,
  withFresh,
} from './pulse/fresh.ts';
import { createHeartbeat } from './pulse/heartbeat.ts';
import { nearest, pulseChanges } from './pulse/read-pulse.ts';
import type { Feed } from './use-feed.ts';

/** Between two pulses, in ms. */
const BEAT_MS = 10_000;

/** The newest posts, as many as the button can promise. */
async function newestPage(list: PostListQuery): Promise<PostPage> {
  const { social } = await browserClient();
  return social.listPosts({ query: { ...list, limit: String(limits.page.max) } });
}

function onScreen(box: HTMLElement | null): string[] {
  const articles = box?.querySelectorAll<HTMLElement>('[data-post]') ?? [];
  const placed = [...articles].map((article) => {
    const { top, bottom } = article.getBoundingClientRect();
    return { uid: article.dataset['post'] ?? '', top, bottom };
  });
  return nearest(placed, window.innerHeight, limits.page.max);
}

type Kept = Pick<Feed, 'client' | 'key' | 'list'>;

const keptPosts = ({ client, key }: Kept) =>
  postsOf(client.getQueryData<PagedPosts>(key)?.pages ?? []);

/** Asks what changed of some posts, and how many came above `top`. */
async function askPulse(list: PostListQuery, top: Top, posts: readonly string[]) {
  const { social } = await browserClient();
  const { q, ...counted } = list;
  // Without a post there is nothing to count from, so the first page is loaded. Search results are not counted.
  if (posts.length === 0 && q === undefined) {
    const page = await newestPage(list);
    return { posts: [], fresh: page.posts.length };
  }
  const after = q === undefined ? top.newest : undefined;
  return social.getPulse({ query: { ...counted, posts: posts.join(','), after } });
}

/** Shows what changed of the posts on screen; answers how many are new above them, null if unknown. */
async function beat(kept: Kept, box: HTMLElement | null): Promise<Unseen | null> {
  const asked = onScreen(box);
  const askedAt = Date.now();
  const top = topOf(keptPosts(kept), announced);
  const answer = await askPulse(kept.list, top, asked);
  const reading = pulseChanges(asked, answer.posts, keptPosts(kept), (uid) =>
    likes.isNewer(uid, askedAt),
  );
  for (const { uid, patch } of reading.changes) changePost(kept.client, uid, patch);
  for (const uid of reading.gone) forgetPost(kept.client, uid);
  const now = topOf(keptPosts(kept), announced);
  // The list's first post has changed meanwhile, so the count does not apply to it.
  return now.newest === top.newest ? unseenOf(answer.fresh, now) : null;
}

function startHeart(feed: Feed, work: () => Promise<void>): () => void {
  const heart = createHeartbeat({
    beat: work,
    awake: () => document.visibilityState === 'visible' && navigator.onLine,
    later: (run, ms) => {
      const timer = window.setTimeout(run, ms);
      return () => window.clearTimeout(timer);
    },
    everyMs: BEAT_MS,
  });
  heart.start(Math.max(0, BEAT_MS - (Date.now() - feed.loadedAt)));
  document.addEventListener('visibilitychange', heart.wake);
  window.addEventListener('online', heart.wake);
  return () => {
    heart.stop();
    document.removeEventListener('visibilitychange', heart.wake);
    window.removeEventListener('online', heart.wake);
  };
}

/** Keeps the counters of the posts in `box` current; returns the number of new posts. */
export function usePulse(feed: Feed, box: RefObject<HTMLElement | null>) {
  const [unseen, setUnseen] = useState(nothingUnseen);
  const { pending, once } = useOnce();
  const latest = useRef(feed);
  latest.current = feed;
  const { ready } = feed;
  // Another list or another reader restarts the pulse.
  const name = JSON.stringify(feed.key);

  useEffect(() => {
    setUnseen(nothingUnseen);
    if (!ready || name === '') return;
    return startHeart(latest.current, async () => {
      const count = await beat(latest.current, box.current);
      if (count) setUnseen(count);
    });
  }, [ready, name, box]);

  /** Adds the new posts to the top; resolves to the uid of the first one. */
  const showFresh = async (): Promise<string | undefined> => {
    const { client, key, list } = feed;
    let first: string | undefined;
    await once(async () => {
      try {
        const page = await newestPage(list);
        const before = client.getQueryData<PagedPosts>(key) ?? { pages: [] };
        const posts = postsOf(before.pages);
        const after = withFresh(before, page, topOf(posts, announced));
        client.setQueryData(key, after);
        setUnseen(nothingUnseen);
        first = firstNewOf(posts, postsOf(after.pages));
      } catch (error) {
        toastError(error);
      }
    });
    return first;
  };
  return { unseen, showing: pending, showFresh };
}
