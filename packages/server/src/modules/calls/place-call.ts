import type { Db } from '../../platform/database/pool.ts';
import type { EventHandler } from '../../platform/gateway/index.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { keepAccounts, keepUnblocked } from '../users/index.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallPair, takeAttempt } from './call-limit.ts';
import { mayCall, type ShownCaller } from './call-rules.ts';
import { enterCall, findCallBetween, insertCall, removeCall } from './call-store.ts';
import type { CallRow } from './calls-table.ts';
import { type EndedCall, hangUp } from './hang-up.ts';
import { ringFor, sweepRingsOf } from './ring-out.ts';
import { tellChange, tellEnd } from './tell-call.ts';

/** A call that rings, and the one before it between the same two, which it has ended. */
interface Placed {
  readonly call: CallRow;
  readonly shown: ShownCaller;
  readonly superseded: EndedCall | null;
}

/** The rules again, now that neither an account's end nor a block can come before the call does. */
async function mayStillCall(tx: Db, pair: CallPair): Promise<Result<ShownCaller>> {
  const { callerId, calleeId } = pair;
  if (!(await keepAccounts(tx, [callerId, calleeId]))) return err('user_not_found');
  if (!(await keepUnblocked(tx, callerId, calleeId))) return err('blocked');
  return mayCall(tx, pair);
}

/** Ends the accepted call between these two, who evidently want another one. */
async function supersede(tx: Db, { callerId, calleeId }: CallPair): Promise<EndedCall | null> {
  const call = await findCallBetween(tx, callerId, calleeId);
  return call?.state === 'accepted' ? hangUp(tx, call, callerId) : null;
}

async function begin(deps: CallDeps, tx: Db, pair: CallPair): Promise<Result<Placed>> {
  const allowed = await mayStillCall(tx, pair);
  if (!allowed.ok) return allowed;
  const superseded = await supersede(tx, pair);
  const call = await insertCall(tx, { id: deps.ids.uuid(), ...pair, ringMs: deps.ringMs });
  const entered = await enterCall(tx, call);
  if (entered.size === 2) return ok({ call, shown: allowed.value, superseded });
  await removeCall(tx, call.id);
  return err(entered.has(pair.callerId) ? 'callee_busy' : 'already_calling');
}

async function place(deps: CallDeps, pair: CallPair): Promise<Result<Record<never, never>>> {
  await sweepRingsOf(deps, [pair.callerId, pair.calleeId]);
  const begun = await deps.database.transaction((tx) => begin(deps, tx, pair));
  if (!begun.ok) return begun;
  const { call, shown, superseded } = begun.value;
  if (superseded) tellEnd(deps, superseded);
  tellChange(deps, call);
  deps.realtime.emit([pair.calleeId], 'call', { callerId: pair.callerId, ...shown });
  ringFor(deps, call.id, deps.ringMs);
  return ok({});
}

/**
 * Calls somebody (`spec §7`): rings on all their devices, by the name and Discord id that the database
 * has of the caller. Refused by the rules of calling, in their order, then by the limits of
 * `product §7`, then where one of the two is in a call (`already_calling`, `callee_busy`). Only a call
 * that rings counts as an attempt. `calls_unavailable`: no Discord is set up.
 */
export function placeCall(deps: CallDeps): EventHandler<'call'> {
  return async ({ connection, payload: { calleeId } }) => {
    const pair = { callerId: connection.actor.uid, calleeId };
    if (!deps.rooms) return err('calls_unavailable');
    if (pair.callerId === calleeId) return err('own_call');
    const free = await deps.limiter.take('general', pair.callerId);
    if (!free.ok) return free;
    const allowed = await mayCall(deps.database.db, pair);
    if (!allowed.ok) return allowed;
    const attempt = await takeAttempt(deps.limiter, pair);
    if (!attempt.ok) return attempt;
    let counts = false;
    try {
      const outcome = await place(deps, pair);
      counts = outcome.ok || outcome.code === 'callee_busy';
      return outcome;
    } finally {
      if (!counts) await attempt.value();
    }
  };
}
