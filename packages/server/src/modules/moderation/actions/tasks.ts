import type { Database } from '../../../platform/database/pool.ts';
import type { TaskRunners } from '../../../platform/jobs/index.ts';
import { listPostIdsOf, listServiceIdsOf } from './action-subject-store.ts';
import { type LiftSuspensionsDeps, liftExpiredSuspensions } from './lift-expired-suspensions.ts';
import { type RefundUnstartedOrdersDeps, refundUnstartedOrders } from './refund-unstarted.ts';

/** Background jobs of moderation actions. The queue stores the job names, so a name must not change. */
export type ModerationActionTasks = {
  /** Lifts suspensions whose end date has passed; scheduled. */
  readonly 'enforcement.lift': Readonly<Record<string, string>>;
  /** Refunds the orders that a permanently suspended seller has not started. */
  readonly 'enforcement.refund_unstarted': {
    readonly uid: string;
    readonly actorId?: string;
    readonly caseId?: string;
  };
  /** Erases the link previews of everything that a person published. */
  readonly 'enforcement.erase_previews': { readonly uid: string };
};

/** Cron expression: every minute. */
export const moderationActionSchedule = { 'enforcement.lift': '* * * * *' } as const;

export interface ModerationActionTaskDeps extends LiftSuspensionsDeps, RefundUnstartedOrdersDeps {
  readonly database: Database;
  erasePreviews(kind: 'services' | 'posts', id: string): Promise<void>;
}

async function erasePreviewsOf({ database, erasePreviews }: ModerationActionTaskDeps, uid: string) {
  const { db } = database;
  for (const id of await listServiceIdsOf(db, uid)) await erasePreviews('services', id);
  for (const id of await listPostIdsOf(db, uid)) await erasePreviews('posts', id);
}

/** The functions that run the jobs. Every job is idempotent and may run in several processes at once. */
export function moderationActionTasks(
  deps: ModerationActionTaskDeps,
): TaskRunners<ModerationActionTasks> {
  const [lift, refund] = [liftExpiredSuspensions(deps), refundUnstartedOrders(deps)];
  return {
    'enforcement.lift': () => lift(),
    'enforcement.refund_unstarted': ({ uid, actorId, caseId }) =>
      refund({ uid, actorId: actorId ?? null, caseId: caseId ?? null }),
    'enforcement.erase_previews': ({ uid }) => erasePreviewsOf(deps, uid),
  };
}
