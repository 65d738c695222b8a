import type { Db } from '../../platform/database/pool.ts';
import { err, ok } from '../../platform/result.ts';
import { endCallOf } from '../calls/index.ts';
import { revokeUnpaidOf } from '../orders/index.ts';
import { setCommentsHiddenOf } from '../social/index.ts';
import {
  hasOtherAdmin,
  liftSuspension,
  setUserHidden,
  suspendUser,
  type UserRow,
} from '../users/index.ts';
import type { DeedDeps, Outcome, Work } from './deed-deps.ts';

/** Hides a person with all they published for a reason, or shows them again with null. */
export async function hidePerson(
  { enqueue }: DeedDeps,
  tx: Db,
  { uid, hiddenAt }: UserRow,
  reason: string | null,
): Promise<boolean> {
  if (!(await setUserHidden(tx, uid, reason))) return false;
  const hidden = reason !== null;
  if (hidden === (hiddenAt !== null)) return true;
  await setCommentsHiddenOf(tx, uid, hidden);
  if (hidden) await enqueue(tx, 'enforcement.erase_previews', { uid });
  return true;
}

/**
 * Suspends a person: their sockets close by the database's word of it, their call ends, what was not paid
 * to them yet is cancelled, and for good the orders that wait for them to start are given back, each in a
 * transaction of its own, as an order is held before the accounts of its people wherever money moves.
 */
export async function suspendPerson(
  deps: DeedDeps,
  tx: Db,
  { deed: { actor, reason, days, caseId }, person }: Work,
): Promise<Outcome> {
  if (!person) return err('not_found');
  const { uid } = person;
  if (person.role === 'admin' && !(await hasOtherAdmin(tx, uid))) return err('last_admin');
  const suspended = await suspendUser(tx, uid, { reason, days });
  if (!suspended) return ok({ changed: false });
  const tell = await endCallOf(deps)(tx, uid);
  await deps.enqueue(tx, 'enforcement.erase_previews', { uid });
  await revokeUnpaidOf(deps.orders, tx, uid);
  if (days === null) {
    const by = { ...(actor ? { actorId: actor.uid } : {}), ...(caseId === null ? {} : { caseId }) };
    await deps.enqueue(tx, 'enforcement.refund_unstarted', { uid, ...by });
  }
  return ok({ changed: true, until: suspended.suspendedUntil, tell });
}

/** Ends a person's suspension before its time. */
export async function liftPerson(_: DeedDeps, tx: Db, { person }: Work): Promise<Outcome> {
  return ok({ changed: person !== null && (await liftSuspension(tx, person.uid, 'any')) });
}
