import { type RefObject, useEffect, useRef } from 'react';
import { ListTail } from '../../../ui/feedback/list-tail.tsx';
import { PostSkeletons } from './post-skeletons.tsx';
import type { Feed } from './use-feed.ts';

/** Pages that come by scrolling alone before the button is asked for: the footer must be within reach. */
const PAGES_BY_SCROLLING = 5;

/** Loads the next page when `mark` comes near the window. */
function useInfiniteScroll(feed: Feed, mark: RefObject<HTMLElement | null>) {
  const left = useRef(PAGES_BY_SCROLLING);
  const latest = useRef(feed);
  latest.current = feed;
  const idle = feed.ready && feed.hasMore && !feed.loadingMore && feed.error === null;
  const count = feed.posts.length;
  useEffect(() => {
    const { current } = mark;
    if (!idle || count === 0 || !current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (left.current === 0 || !entries.some(({ isIntersecting }) => isIntersecting)) return;
        left.current -= 1;
        latest.current.loadMore();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [idle, count, mark]);
  return () => {
    left.current = PAGES_BY_SCROLLING;
  };
}

interface FeedTailProps {
  feed: Feed;
  /** Takes the focus to a post once it is there. */
  onMore: (countBefore: number) => void;
}

/** The end of a feed: it grows by scrolling, and by its button for keyboards and after a failure. */
export function FeedTail({ feed, onMore }: FeedTailProps) {
  const mark = useRef<HTMLDivElement>(null);
  const renew = useInfiniteScroll(feed, mark);
  const loadMore = () => {
    renew();
    onMore(feed.posts.length);
    feed.loadMore();
  };
  return (
    <div ref={mark}>
      {feed.loadingMore && <PostSkeletons count={2} />}
      <ListTail list={{ ...feed, hasMore: feed.hasMore || feed.error !== null, loadMore }} />
    </div>
  );
}
