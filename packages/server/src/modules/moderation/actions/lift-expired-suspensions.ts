import type { Database } from '../../../platform/database/pool.ts';
import { syncCommentsWithAccount } from '../../social/index.ts';
import { liftSuspension, listExpiredSuspensions, lockAccounts } from '../../users/index.ts';
import { recordAuditEntry } from '../audit-log/audit-log-store.ts';
import { liftDecisions } from '../decisions/decision-store.ts';
import { type NotifyDecisionDeps, notifyDecisionLifted } from '../decisions/notify-decision.ts';

export interface LiftSuspensionsDeps extends NotifyDecisionDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
}

/** Number of suspensions read by one query. */
const SUSPENSIONS_PER_QUERY = 100;

/** pt-BR reason in the audit log when a suspension ended on its end date. */
const LIFT_REASON = 'Fim do prazo da suspensão.';

const liftExpiredSuspension = (deps: LiftSuspensionsDeps, uid: string) =>
  deps.database.transaction(async (tx) => {
    await lockAccounts(tx, { actorId: null, people: [uid], changesAccounts: true });
    if (!(await liftSuspension(tx, uid, 'over'))) return;
    await syncCommentsWithAccount(tx, uid);
    const subject = { kind: 'user', id: uid } as const;
    await recordAuditEntry(deps)(tx, {
      actorId: null,
      action: 'lift',
      subject,
      reason: LIFT_REASON,
    });
    const liftedDecisions = await liftDecisions(tx, { subjectId: uid, actions: ['suspend'] });
    await notifyDecisionLifted(deps)(tx, liftedDecisions);
  });

/**
 * Lifts each suspension whose end date has passed by the database's clock, and notifies the person. Each suspension is
 * lifted once.
 */
export const liftExpiredSuspensions = (deps: LiftSuspensionsDeps) => async (): Promise<void> => {
  for (;;) {
    const uids = await listExpiredSuspensions(deps.database.db, SUSPENSIONS_PER_QUERY);
    for (const uid of uids) await liftExpiredSuspension(deps, uid);
    if (uids.length < SUSPENSIONS_PER_QUERY) return;
  }
};
