/** The fields of a post that a like changes. */
export interface LikeState {
  readonly liked: boolean;
  readonly likes: number;
}

interface LikesModelDeps {
  /** Sends whether the post is liked; resolves to the server's number of likes. */
  send(postUid: string, liked: boolean): Promise<{ readonly likes: number }>;
  /** Shows a state at once; `settled` is true when the server has confirmed the state. */
  show(postUid: string, state: LikeState, settled: boolean): void;
  /** Called when the server has refused the like and the previous state is shown again. */
  refused(postUid: string, error: unknown): void;
  /** The current time, in ms since the epoch. */
  now(): number;
}

interface PendingLike {
  /** The state last confirmed by the server. */
  confirmed: LikeState;
  /** Whether the post should be liked according to the person's latest press. */
  wantsLiked: boolean;
}

/** The state that is shown until the server answers: the confirmed one, changed by the person's press. */
function optimisticState({ confirmed, wantsLiked }: PendingLike): LikeState {
  if (confirmed.liked === wantsLiked) return confirmed;
  return { liked: wantsLiked, likes: Math.max(0, confirmed.likes + (wantsLiked ? 1 : -1)) };
}

export interface PendingLikesModel {
  /** Likes or unlikes a post; `shownLike` is the state on screen when the button was pressed. */
  toggle(uid: string, shownLike: LikeState): void;
  /** Whether the number of likes requested at `askedAt` (in ms since the epoch) does not include an own like yet. */
  isNewer(uid: string, askedAt: number): boolean;
  /** Drops pending likes; called when another person signs in. */
  forget(): void;
}

/**
 * Handles presses of the like button: each is shown at once; one request per post runs at a time; the last press
 * decides; and a refusal restores the state last confirmed by the server.
 */
export function createLikes(deps: LikesModelDeps): PendingLikesModel {
  const pendingLikes = new Map<string, PendingLike>();
  const settledAt = new Map<string, number>();

  const settle = (uid: string, state: LikeState) => {
    pendingLikes.delete(uid);
    settledAt.set(uid, deps.now());
    deps.show(uid, state, true);
  };

  const run = async (uid: string, pendingLike: PendingLike): Promise<void> => {
    const isForgotten = () => pendingLikes.get(uid) !== pendingLike;
    try {
      while (pendingLike.wantsLiked !== pendingLike.confirmed.liked && !isForgotten()) {
        const liked = pendingLike.wantsLiked;
        const { likes } = await deps.send(uid, liked);
        pendingLike.confirmed = { liked, likes };
      }
      if (!isForgotten()) settle(uid, pendingLike.confirmed);
    } catch (error) {
      if (isForgotten()) return;
      settle(uid, pendingLike.confirmed);
      deps.refused(uid, error);
    }
  };

  return {
    toggle(uid, shownLike) {
      const runningToggle = pendingLikes.get(uid);
      if (runningToggle) {
        runningToggle.wantsLiked = !runningToggle.wantsLiked;
        return deps.show(uid, optimisticState(runningToggle), false);
      }
      const pendingLike: PendingLike = { confirmed: shownLike, wantsLiked: !shownLike.liked };
      pendingLikes.set(uid, pendingLike);
      deps.show(uid, optimisticState(pendingLike), false);
      void run(uid, pendingLike);
    },
    isNewer: (uid, askedAt) =>
      pendingLikes.has(uid) || (settledAt.get(uid) ?? Number.NEGATIVE_INFINITY) >= askedAt,
    forget() {
      pendingLikes.clear();
      settledAt.clear();
    },
  };
}
