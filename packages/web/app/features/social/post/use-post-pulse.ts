import type { Pulse } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { browserClient } from '../../../lib/data/page-data.ts';
import { useSession } from '../../../lib/session/session.ts';
import { updateCachedPost } from '../model/feed-cache.ts';
import { likes } from '../model/use-like.ts';

interface PulseAnswer {
  /** When the counts were requested, in ms since the epoch. */
  readonly askedAt: number;
  readonly counts: Pulse['posts'][number] | null;
}

async function fetchPostPulse(uid: string): Promise<PulseAnswer> {
  const askedAt = Date.now();
  const { social } = await browserClient();
  const { posts } = await social.getPulse({ query: { posts: uid } });
  return { askedAt, counts: posts[0] ?? null };
}

/**
 * Keeps the counts of a post up to date while its page is visible: at an interval, and at once when the tab becomes
 * visible or the network returns. Call `touch` when an own comment was added or deleted: answers to requests that were
 * sent before lack this change and are ignored.
 */
export function usePostPulse(uid: string): { touch(): void } {
  const client = useQueryClient();
  const viewerUid = useSession((state) => state.user?.uid ?? null);
  const [start] = useState(() => Date.now());
  const touchedAt = useRef(0);
  const { data } = useQuery<PulseAnswer>({
    queryKey: ['pulse', { post: uid }, viewerUid],
    queryFn: () => fetchPostPulse(uid),
    // The page was just loaded with current counts, so the first request is sent after an interval.
    initialData: { askedAt: start, counts: null },
    staleTime: limits.pulseMs,
    gcTime: 0,
    refetchInterval: limits.pulseMs,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    retry: false,
  });
  useEffect(() => {
    if (!data.counts) return;
    const { askedAt, counts } = data;
    updateCachedPost(client, uid, {
      ...(likes.isNewer(uid, askedAt) ? {} : { likes: counts.likes, liked: counts.liked }),
      ...(touchedAt.current >= askedAt ? {} : { commentCount: counts.commentCount }),
    });
  }, [client, uid, data]);
  const touch = useCallback(() => {
    touchedAt.current = Date.now();
  }, []);
  return { touch };
}
