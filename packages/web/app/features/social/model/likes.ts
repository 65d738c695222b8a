/** What of a post a like changes. */
export interface LikeState {
  readonly liked: boolean;
  readonly likes: number;
}

interface LikesDeps {
  /** Sends the wish; answers how many like the post now. */
  send(uid: string, liked: boolean): Promise<{ readonly likes: number }>;
  /** Shows a state at once; `settled` once the server has said it. */
  show(uid: string, state: LikeState, settled: boolean): void;
  /** Tells that a wish was refused, after the post shows what it was before. */
  refused(uid: string, error: unknown): void;
  /** ms since the epoch. */
  now(): number;
}

interface Running {
  /** As the server last knew it. */
  known: LikeState;
  wish: boolean;
}

/** The state that is shown while the server has not answered. */
function wished({ known, wish }: Running): LikeState {
  if (known.liked === wish) return known;
  return { liked: wish, likes: Math.max(0, known.likes + (wish ? 1 : -1)) };
}

export interface Likes {
  /** Turns a like over, from the state on screen. */
  toggle(uid: string, shown: LikeState): void;
  /** Whether a count asked for at `askedAt` (ms) knows nothing of an own like. */
  isNewer(uid: string, askedAt: number): boolean;
  /** Somebody else looks now: what is still on its way is none of theirs. */
  forget(): void;
}

/**
 * Likes as they are pressed: shown at once, one request at a time for a post, the last wish wins, and
 * a refusal puts back what the server knew.
 */
export function createLikes(deps: LikesDeps): Likes {
  const running = new Map<string, Running>();
  const settledAt = new Map<string, number>();

  const settle = (uid: string, state: LikeState) => {
    running.delete(uid);
    settledAt.set(uid, deps.now());
    deps.show(uid, state, true);
  };

  const run = async (uid: string, one: Running): Promise<void> => {
    const isForgotten = () => running.get(uid) !== one;
    try {
      while (one.wish !== one.known.liked && !isForgotten()) {
        const liked = one.wish;
        const { likes } = await deps.send(uid, liked);
        one.known = { liked, likes };
      }
      if (!isForgotten()) settle(uid, one.known);
    } catch (error) {
      if (isForgotten()) return;
      settle(uid, one.known);
      deps.refused(uid, error);
    }
  };

  return {
    toggle(uid, shown) {
      const known = running.get(uid);
      if (known) {
        known.wish = !known.wish;
        return deps.show(uid, wished(known), false);
      }
      const one: Running = { known: shown, wish: !shown.liked };
      running.set(uid, one);
      deps.show(uid, wished(one), false);
      void run(uid, one);
    },
    isNewer: (uid, askedAt) =>
      running.has(uid) || (settledAt.get(uid) ?? Number.NEGATIVE_INFINITY) >= askedAt,
    forget() {
      running.clear();
      settledAt.clear();
    },
  };
}
