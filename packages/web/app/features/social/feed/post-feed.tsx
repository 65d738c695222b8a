import type { Service } from '@guilda/contract/services/catalog';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import type { FirstPage } from '../../../lib/data/paged-data.ts';
import { hasFocusLeftButton } from '../../../lib/data/use-focus-first-new-item.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { messageOfError } from '../../../ui/feedback/toast.ts';
import { PostCard } from '../card/post-card.tsx';
import type { PostListQuery, PostPage } from '../model/post-lists.ts';
import { ShowNewEntriesButton } from '../show-new-entries-button.tsx';
import * as styles from './community.module.css';
import { onFeedKey } from './feed-keys.ts';
import { FeedTail } from './feed-tail.tsx';
import { unseenPostsText } from './pulse/new-posts.ts';
import { type Feed, useFeed } from './use-feed.ts';
import { useFeedFocus } from './use-feed-focus.ts';
import { useKeepReadingPosition } from './use-keep-reading-position.ts';
import { useFeedPulse } from './use-pulse.ts';

interface PostFeedProps {
  /** Filter of the feed. Render the component with another `key` for each filter. */
  list: PostListQuery;
  first: FirstPage<PostPage>;
  /** Accessible name of the feed. */
  label: string;
  /** Shown when the feed has no posts. */
  empty: ReactNode;
  /** Renders the button that buys the service linked by a post. */
  buy: (service: Service) => ReactNode;
}

/** Whether the page is loading the feed for another filter. */
function useIsFeedLoading(): boolean {
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === window.location.pathname;
}

/**
 * Returns a function that focuses the first post of the page loaded by the button, unless the focus has moved
 * elsewhere.
 */
function useFocusFirstLoadedPost({ posts }: Feed, goTo: (uid: string, top: boolean) => void) {
  const countBefore = useRef<number>(null);
  useEffect(() => {
    const { current } = countBefore;
    const firstNewPost = current === null ? undefined : posts[current];
    if (!firstNewPost) return;
    countBefore.current = null;
    if (!hasFocusLeftButton()) goTo(firstNewPost.uid, false);
  }, [posts, goTo]);
  return (count: number) => {
    countBefore.current = count;
  };
}

/** Posts, newest first, as an ARIA feed that loads further pages on scrolling and announces new posts. */
export function PostFeed({ list, first, label, empty, buy }: PostFeedProps) {
  const box = useRef<HTMLDivElement>(null);
  const feed = useFeed(list, first);
  const { posts, hasMore, error } = feed;
  const { unseen, showing, showFresh } = useFeedPulse(feed, box);
  const { goTo, onFocus } = useFeedFocus(box, posts);
  const focusOnMore = useFocusFirstLoadedPost(feed, goTo);
  useKeepReadingPosition(box);
  const isLoading = useIsFeedLoading();
  const showNewPosts = async () => {
    const uid = await showFresh();
    if (uid !== undefined) goTo(uid, true);
  };
  const size = hasMore ? -1 : posts.length;
  const firstPictureIndex = posts.findIndex(({ photoURL }) => photoURL !== null);
  return (
    <>
      <ShowNewEntriesButton
        label={unseenPostsText(unseen)}
        news="Há novas publicações."
        loading={showing}
        onShow={() => void showNewPosts()}
      />
      <div
        ref={box}
        role="feed"
        className={styles.feed}
        aria-label={label}
        aria-busy={isLoading || feed.loadingMore || showing}
        onKeyDown={onFeedKey}
        onFocus={onFocus}
        hidden={posts.length === 0}
      >
        {posts.map((post, index) => (
          <PostCard
            key={post.uid}
            post={post}
            position={index + 1}
            size={size}
            loading={index === firstPictureIndex ? 'eager' : 'lazy'}
            buy={buy}
          />
        ))}
      </div>
      {posts.length === 0 &&
        (error ? <ErrorState reason={messageOfError(error)} onRetry={feed.loadMore} /> : empty)}
      {posts.length > 0 && <FeedTail feed={feed} onMore={focusOnMore} />}
    </>
  );
}
