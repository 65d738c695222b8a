import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import { services } from '../catalog/index.ts';
import { posts } from '../social/index.ts';
import { type LiftDeps, liftOver } from './lift-over.ts';
import { type RefundUnstartedDeps, refundUnstarted } from './refund-unstarted.ts';

/** The background work of this module. */
export type EnforcementTasks = {
  /** Lifts suspensions whose time is over; runs by the clock. */
  readonly 'enforcement.lift': Readonly<Record<string, string>>;
  /** Gives back what waits to be started by somebody who is suspended for good. */
  readonly 'enforcement.refund_unstarted': {
    readonly uid: string;
    readonly actorId?: string;
    readonly caseId?: string;
  };
  /** Erases the link previews of all a person published, which visitors no longer see. */
  readonly 'enforcement.erase_previews': { readonly uid: string };
};

/** Every minute. */
export const enforcementSchedule = { 'enforcement.lift': '* * * * *' } as const;

export interface EnforcementTaskDeps extends LiftDeps, RefundUnstartedDeps {
  readonly database: Database;
  erasePreviews(kind: 'services' | 'posts', id: string): Promise<void>;
}

async function erasePreviewsOf({ database, erasePreviews }: EnforcementTaskDeps, uid: string) {
  const { db } = database;
  const sold = await db
    .select({ id: services.id })
    .from(services)
    .where(eq(services.sellerId, uid));
  for (const { id } of sold) await erasePreviews('services', id);
  const said = await db.select({ id: posts.uid }).from(posts).where(eq(posts.authorId, uid));
  for (const { id } of said) await erasePreviews('posts', id);
}

/** Each may run more than once and in several processes at a time; the effect is that of once. */
export function enforcementTasks(deps: EnforcementTaskDeps): TaskRunners<EnforcementTasks> {
  const [lift, refund] = [liftOver(deps), refundUnstarted(deps)];
  return {
    'enforcement.lift': () => lift(),
    'enforcement.refund_unstarted': ({ uid, actorId, caseId }) =>
      refund({ uid, actorId: actorId ?? null, caseId: caseId ?? null }),
    'enforcement.erase_previews': ({ uid }) => erasePreviewsOf(deps, uid),
  };
}
