import type { Post, Pulse } from '@guilda/contract/social';

/** Changes of the posts on screen by a pulse. */
export interface PulseChanges {
  readonly changes: readonly {
    readonly uid: string;
    readonly patch: Partial<Pick<Post, 'likes' | 'liked' | 'commentCount'>>;
  }[];
  /** Uids of posts that are there no more for this reader. */
  readonly gone: readonly string[];
}

const countedFields = ['likes', 'liked', 'commentCount'] as const;

function postPatchOf(post: Post, now: Pulse['posts'][number], keepLike: boolean) {
  const names = countedFields.filter((name) => post[name] !== now[name]);
  return Object.fromEntries(
    names.filter((name) => !keepLike || name === 'commentCount').map((name) => [name, now[name]]),
  );
}

/**
 * @param asked the uids that were asked for
 * @param shown the posts on screen, as they are now
 * @param keepLike whether an own like is newer than what the answer knows of a post
 */
export function pulseChanges(
  asked: readonly string[],
  answer: Pulse['posts'],
  shown: readonly Post[],
  keepLike: (uid: string) => boolean,
): PulseChanges {
  const known = new Map(answer.map((one) => [one.uid, one]));
  const changes = shown.flatMap((post) => {
    const now = known.get(post.uid);
    const patch = now && postPatchOf(post, now, keepLike(post.uid));
    return patch && Object.keys(patch).length > 0 ? [{ uid: post.uid, patch }] : [];
  });
  // A person who hid a post still sees that it is hidden, and can show it again.
  const hidden = new Set(shown.filter((post) => post.hidden).map(({ uid }) => uid));
  return { changes, gone: asked.filter((uid) => !known.has(uid) && !hidden.has(uid)) };
}

/** A post's place on the screen, in px from the top of the window. */
export interface PostPosition {
  readonly uid: string;
  readonly top: number;
  readonly bottom: number;
}

/** The posts nearest to what the window shows, at most `max`, in their order. */
export function nearestToWindow(
  placed: readonly PostPosition[],
  height: number,
  max: number,
): string[] {
  const away = ({ top, bottom }: PostPosition) => Math.max(0, top - height, -bottom);
  const chosen = new Set([...placed].sort((a, b) => away(a) - away(b)).slice(0, max));
  return placed.filter((one) => chosen.has(one)).map(({ uid }) => uid);
}
