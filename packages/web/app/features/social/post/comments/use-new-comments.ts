import type { Comment } from '@guilda/contract/social';
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
  /** How many others wrote since the list was read, up to a page of them. */
  readonly count: number;
  /** Whether there are more new comments than `count`. */
  readonly more: boolean;
  /** Adds them to the top of the list. */
  show(): void;
  /** The number of comments changed by what this reader did: nothing to ask for. */
  expect(change: 1 | -1): void;
}

/**
 * Comments that came while the page was read. Once the post counts more than the list was read with,
 * the newest are fetched and kept aside, so that the page does not move under its reader.
 * @param counted the post's number of comments as currently known
 */
export function useNewComments(
  postId: string,
  list: { readonly comments: readonly Comment[]; readonly hasMore: boolean },
  counted: number,
): NewComments {
  const client = useQueryClient();
  const viewer = useSession((state) => state.user?.uid ?? null);
  const [seen, setSeen] = useState(counted);
  const [before, setBefore] = useState(counted);
  if (counted !== before) {
    setBefore(counted);
    // A comment was deleted, so the count is lowered and the next new one still counts.
    if (counted < before && counted < seen) setSeen(counted);
  }
  const { data: page } = useQuery({
    queryKey: [...newestCommentsKey(postId), viewer, counted],
    queryFn: async () => loadComments(postId)(await browserClient()),
    enabled: counted > seen,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const known = new Set(list.comments.map(({ id }) => id));
  const newer = page && commentsNewerThan(page, known, list.hasMore);
  const count = newer?.comments.length ?? 0;
  const show = () => {
    if (page) updateCachedComments(client, postId, (cached) => withNewestComments(cached, page));
    setSeen(counted);
  };
  return {
    count,
    more: count > 0 && newer?.gap === true,
    show,
    expect: (change) => setSeen((count) => count + change),
  };
}
