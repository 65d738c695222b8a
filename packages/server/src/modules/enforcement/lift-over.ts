import type { Database } from '../../platform/database/pool.ts';
import {
  liftDecisions,
  recordAction,
  type TellDecisionDeps,
  tellLifted,
} from '../moderation/index.ts';
import { liftSuspension, lockForDeed, suspensionsOver } from '../users/index.ts';

export interface LiftDeps extends TellDecisionDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
}

/** How many are lifted between two looks. */
const AT_ONCE = 100;

/** What the log says of a suspension that ended by itself. */
const REASON = 'Fim do prazo da suspensão.';

const lift = (deps: LiftDeps, uid: string) =>
  deps.database.transaction(async (tx) => {
    await lockForDeed(tx, { actorId: null, people: [uid], whole: true });
    if (!(await liftSuspension(tx, uid, 'over'))) return;
    const subject = { kind: 'user', id: uid } as const;
    await recordAction(deps)(tx, { actorId: null, action: 'lift', subject, reason: REASON });
    const lifted = await liftDecisions(tx, { subjectId: uid, actions: ['suspend'] });
    await tellLifted(deps)(tx, lifted);
  });

/** Lifts every suspension whose time is over by the database's clock, once, and tells the person. */
export const liftOver = (deps: LiftDeps) => async (): Promise<void> => {
  for (;;) {
    const uids = await suspensionsOver(deps.database.db, AT_ONCE);
    for (const uid of uids) await lift(deps, uid);
    if (uids.length < AT_ONCE) return;
  }
};
