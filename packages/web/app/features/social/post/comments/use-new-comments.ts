import type { Comment } from '@guilda/contract/community/social';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { browserClient } from '../../../../lib/data/page-data.ts';
import { useSession } from '../../../../lib/session/session.ts';
import {
  commentsNewerThan,
  newestCommentsKey,
  updateCachedComments,
  withNewestComments,
} from './comments-cache.ts';
import { loadComments } from './load-comments.ts';

interface NewComments {
  /** Number of comments by others since the list was loaded, at most a page of them. */
  readonly count: number;
  /** Whether there are more new comments than `count`. */
  readonly hasMore: boolean;
  /** Adds the new comments to the top of the list. */
  showNewComments(): void;
  /**
   * Call when the reader added (1) or deleted (-1) a comment, so that this change of the number does not count as new.
   */
  expect(change: 1 | -1): void;
}

/**
 * Comments written by others since the list was loaded. When the post's number of comments (`commentCount`) grows, the
 * newest comments are loaded but not shown, so that the page does not move while its reader reads.
 */
export function useNewComments(
  postId: string,
  list: { readonly comments: readonly Comment[]; readonly hasMore: boolean },
  commentCount: number,
): NewComments {
  const client = useQueryClient();
  const viewerUid = useSession((state) => state.user?.uid ?? null);
  const [seenCount, setSeenCount] = useState(commentCount);
  const [before, setBefore] = useState(commentCount);
  if (commentCount !== before) {
    setBefore(commentCount);
    // After a deletion, new comments are counted from the lower number; otherwise the next new comment would go
    // unnoticed.
    if (commentCount < before && commentCount < seenCount) setSeenCount(commentCount);
  }
  const { data: page } = useQuery({
    queryKey: [...newestCommentsKey(postId), viewerUid, commentCount],
    queryFn: async () => loadComments(postId)(await browserClient()),
    enabled: commentCount > seenCount,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const knownIds = new Set(list.comments.map(({ id }) => id));
  const newerComments = page && commentsNewerThan(page, knownIds, list.hasMore);
  const count = newerComments?.comments.length ?? 0;
  const showNewComments = () => {
    if (page) updateCachedComments(client, postId, (cached) => withNewestComments(cached, page));
    setSeenCount(commentCount);
  };
  return {
    count,
    hasMore: count > 0 && newerComments?.hasGap === true,
    showNewComments,
    expect: (change) => setSeenCount((count) => count + change),
  };
}
