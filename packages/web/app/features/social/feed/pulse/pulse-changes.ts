import type { Post, Pulse } from '@guilda/contract/community/social';

/**
 * Changes to the posts on screen that follow from an answer of `/api/social/pulse`, which returns their current
 * counters.
 */
export interface PulseChanges {
  readonly changes: readonly {
    readonly uid: string;
    readonly patch: Partial<Pick<Post, 'likes' | 'liked' | 'commentCount'>>;
  }[];
  /** Uids of posts that this reader cannot see any more, because they were deleted, hidden or blocked. */
  readonly goneUids: readonly string[];
}

const countedFields = ['likes', 'liked', 'commentCount'] as const;

function postPatchOf(post: Post, counts: Pulse['posts'][number], keepLike: boolean) {
  const changedFields = countedFields.filter((name) => post[name] !== counts[name]);
  return Object.fromEntries(
    changedFields
      .filter((name) => !keepLike || name === 'commentCount')
      .map((name) => [name, counts[name]]),
  );
}

/**
 * Compares the posts on screen (`shownPosts`) with an answer of `/api/social/pulse`. `keepLike` returns whether an own
 * like of a post is newer than the answer.
 */
export function pulseChanges(
  requestedUids: readonly string[],
  answer: Pulse['posts'],
  shownPosts: readonly Post[],
  keepLike: (uid: string) => boolean,
): PulseChanges {
  const countsByUid = new Map(answer.map((postCounts) => [postCounts.uid, postCounts]));
  const changes = shownPosts.flatMap((post) => {
    const counts = countsByUid.get(post.uid);
    const patch = counts && postPatchOf(post, counts, keepLike(post.uid));
    return patch && Object.keys(patch).length > 0 ? [{ uid: post.uid, patch }] : [];
  });
  // The answer omits hidden posts, but a person who hid a post still sees it as hidden and can restore it.
  const hiddenUids = new Set(shownPosts.filter((post) => post.hidden).map(({ uid }) => uid));
  return {
    changes,
    goneUids: requestedUids.filter((uid) => !countsByUid.has(uid) && !hiddenUids.has(uid)),
  };
}

/** A post's upper and lower edge, in px from the top of the window. */
export interface PostPosition {
  readonly uid: string;
  readonly top: number;
  readonly bottom: number;
}

/** Uids of the `maxCount` posts nearest to the visible part of the page, in the order of the page. */
export function postsNearestToWindow(
  positions: readonly PostPosition[],
  windowHeight: number,
  maxCount: number,
): string[] {
  const distanceFromScreen = ({ top, bottom }: PostPosition) =>
    Math.max(0, top - windowHeight, -bottom);
  const nearestPositions = new Set(
    [...positions].sort((a, b) => distanceFromScreen(a) - distanceFromScreen(b)).slice(0, maxCount),
  );
  return positions.filter((position) => nearestPositions.has(position)).map(({ uid }) => uid);
}
