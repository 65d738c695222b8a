import { type RefObject, useEffect, useRef } from 'react';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { PostSkeletons } from './post-skeletons.tsx';
import type { Feed } from './use-feed.ts';

/** Number of pages loaded by scrolling before a press on the button is required, so that the footer can be reached. */
const PAGES_BY_SCROLLING = 5;

/**
 * Loads the next page when `markRef` comes within 900 px of the visible part. Returns a function that allows
 * `PAGES_BY_SCROLLING` further pages.
 */
function useInfiniteScroll(feed: Feed, markRef: RefObject<HTMLElement | null>) {
  const pagesLeft = useRef(PAGES_BY_SCROLLING);
  const latestFeed = useRef(feed);
  latestFeed.current = feed;
  const isIdle = feed.ready && feed.hasMore && !feed.loadingMore && feed.error === null;
  const postCount = feed.posts.length;
  useEffect(() => {
    const { current } = markRef;
    if (!isIdle || postCount === 0 || !current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (pagesLeft.current === 0 || !entries.some(({ isIntersecting }) => isIntersecting))
          return;
        pagesLeft.current -= 1;
        latestFeed.current.loadMore();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isIdle, postCount, markRef]);
  return () => {
    pagesLeft.current = PAGES_BY_SCROLLING;
  };
}

interface FeedTailProps {
  feed: Feed;
  /**
   * Called before the button loads the next page; `countBefore` is the number of posts on screen. The caller moves the
   * focus to the first post of that page once it is rendered.
   */
  onMore: (countBefore: number) => void;
}

/** The end of a feed: loads the next page on scrolling, or by a button for keyboards and after a failure. */
export function FeedTail({ feed, onMore }: FeedTailProps) {
  const markRef = useRef<HTMLDivElement>(null);
  const allowMorePages = useInfiniteScroll(feed, markRef);
  const loadMore = () => {
    allowMorePages();
    onMore(feed.posts.length);
    feed.loadMore();
  };
  return (
    <div ref={markRef}>
      {feed.loadingMore && <PostSkeletons count={2} />}
      <ListTail list={{ ...feed, hasMore: feed.hasMore || feed.error !== null, loadMore }} />
    </div>
  );
}
