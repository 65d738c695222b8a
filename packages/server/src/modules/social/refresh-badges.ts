import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Result } from '../../platform/result.ts';
import type { Clock } from '../../ports/clock.ts';
import { markTopContributors, mayGainOrLoseBadge } from './top-contributors-store.ts';

export type BadgeTasks = {
  /** Recomputes who has the top-contributor badge after a change; `no`: a pause in which nobody has requested it yet. */
  readonly 'social.refresh_badges': { readonly requested: 'yes' | 'no' };
};

export interface RefreshBadgesDeps {
  readonly database: Pick<Database, 'db'>;
  readonly enqueue: Enqueue<BadgeTasks>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: { error(fields: object, message: string): void };
}

const TASK = 'social.refresh_badges';
/** Minimum time in ms between two recomputations that posts and comments bring about, over all nodes. */
const REFRESH_INTERVAL_MS = 60_000;

/**
 * Recomputes the top-contributor badge, at most once a minute. While a pause of a minute waits in the queue, a request
 * replaces its payload but keeps its time, so the pause becomes the next recomputation; without a request it ends.
 */
export const refreshBadges =
  ({ database, enqueue, clock, log }: RefreshBadgesDeps) =>
  async ({ requested }: BadgeTasks[typeof TASK]): Promise<void> => {
    if (requested === 'no') return;
    const runAt = new Date(clock.now().getTime() + REFRESH_INTERVAL_MS);
    // The pause is added first: a request that it replaces was made for a change that this run counts already.
    await enqueue(database.db, TASK, { requested: 'no' }, { key: TASK, runAt });
    try {
      await markTopContributors(database.db);
    } catch (error) {
      // The pause has replaced this job, which would therefore not be retried but stay as failed for good: the pause
      // becomes the retry.
      await enqueue(database.db, TASK, { requested: 'yes' }, { key: TASK, keepsRunAt: true });
      log.error({ err: error }, 'recomputing the badges failed');
    }
  };

type RequestRefreshDeps = Pick<RefreshBadgesDeps, 'database' | 'enqueue'>;

/**
 * Requests a recomputation when the person has posts and comments enough for the badge but not the badge, or the badge
 * and too few.
 */
async function requestRefresh({ database, enqueue }: RequestRefreshDeps, uid: string) {
  if (!(await mayGainOrLoseBadge(database.db, uid))) return;
  await enqueue(database.db, TASK, { requested: 'yes' }, { key: TASK, keepsRunAt: true });
}

/** Wraps a handler that adds or deletes a post or comment of the actor, so that the actor's badge follows. */
export const withBadgeRefresh =
  (deps: RequestRefreshDeps) =>
  <R extends { readonly actor: Person }, O extends Result<unknown>>(
    handle: (request: R) => Promise<O>,
  ) =>
  async (request: R): Promise<O> => {
    const outcome = await handle(request);
    // A failure changes nothing for the actor: the scheduled recomputation makes up for it.
    if (outcome.ok && !outcome.repeated)
      await requestRefresh(deps, request.actor.uid).catch(() => undefined);
    return outcome;
  };
