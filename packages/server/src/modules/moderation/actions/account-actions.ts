import type { Db } from '../../../platform/database/pool.ts';
import { err, ok } from '../../../platform/result.ts';
import { endCallOf } from '../../calls/index.ts';
import { enqueueRevokingUnpaidOrders } from '../../orders/index.ts';
import { syncCommentsWithAccount } from '../../social/index.ts';
import {
  hasOtherActiveAdmin,
  hasProvenAge,
  liftSuspension,
  setAgeRequired,
  setUserHidden,
  suspendUser,
  type UserRow,
} from '../../users/index.ts';
import type { ActionDeps, ActionOutcome, LockedAction } from './action-deps.ts';

/**
 * Hides an account together with everything that it published, or shows both again when `reason` is null. Returns false
 * when the account was in the requested state already, with the same reason.
 */
export async function setPersonHidden(
  { enqueue }: ActionDeps,
  tx: Db,
  { uid, hiddenAt }: UserRow,
  reason: string | null,
): Promise<boolean> {
  if (!(await setUserHidden(tx, uid, reason))) return false;
  const isHidden = reason !== null;
  if (isHidden === (hiddenAt !== null)) return true;
  await syncCommentsWithAccount(tx, uid);
  if (isHidden) await enqueue(tx, 'enforcement.erase_previews', { uid });
  return true;
}

/**
 * Suspends an account. A database notification closes the account's sockets, the running call ends and unpaid orders
 * are cancelled. A permanent suspension also refunds the orders that wait for this seller to start them. A job refunds
 * each order in its own transaction, because a transaction that moves money locks the order before the accounts.
 */
export async function suspendPerson(
  deps: ActionDeps,
  tx: Db,
  { request: { actor, reason, days, caseId }, person }: LockedAction,
): Promise<ActionOutcome> {
  if (!person) return err('not_found');
  const { uid } = person;
  if (person.role === 'admin' && !(await hasOtherActiveAdmin(tx, uid))) return err('last_admin');
  const suspendedUser = await suspendUser(tx, uid, { reason, days });
  if (!suspendedUser) return ok({ changed: false });
  await syncCommentsWithAccount(tx, uid);
  const afterCommit = await endCallOf(deps)(tx, uid);
  await deps.enqueue(tx, 'enforcement.erase_previews', { uid });
  await enqueueRevokingUnpaidOrders(tx, uid);
  if (days === null) {
    const actorAndCase = {
      ...(actor ? { actorId: actor.uid } : {}),
      ...(caseId === null ? {} : { caseId }),
    };
    await deps.enqueue(tx, 'enforcement.refund_unstarted', { uid, ...actorAndCase });
  }
  return ok({ changed: true, suspendedUntil: suspendedUser.suspendedUntil, afterCommit });
}

/**
 * Requires a proof of age before the person may publish, buy, sell or withdraw again (`docs/product/moderation.md`).
 * `action_impossible` when the person has already proven that age.
 */
export async function requireAgeOfPerson(
  { ageToProve }: ActionDeps,
  tx: Db,
  { person }: LockedAction,
): Promise<ActionOutcome> {
  if (!person) return err('not_found');
  if (await hasProvenAge(tx, person.uid, ageToProve)) return err('action_impossible');
  return ok({ changed: await setAgeRequired(tx, person.uid, true) });
}

/** Ends a person's age requirement, because the age was proven or the team is sure of it. */
export async function waiveAgeOfPerson(
  _: ActionDeps,
  tx: Db,
  { person }: LockedAction,
): Promise<ActionOutcome> {
  return ok({ changed: person !== null && (await setAgeRequired(tx, person.uid, false)) });
}

/** Ends a suspension before its end date. */
export async function liftSuspensionOfPerson(
  _: ActionDeps,
  tx: Db,
  { person }: LockedAction,
): Promise<ActionOutcome> {
  const changed = person !== null && (await liftSuspension(tx, person.uid, 'any'));
  if (changed) await syncCommentsWithAccount(tx, person.uid);
  return ok({ changed });
}
