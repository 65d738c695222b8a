import type { Db } from '../../../platform/database/pool.ts';
import type { EventHandler } from '../../../platform/gateway/index.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { lockOpenAccounts, lockUnblockedPair } from '../../users/index.ts';
import type { CallDeps } from '../call-deps.ts';
import {
  addPeopleToCall,
  deleteUnstartedCall,
  findLiveCallBetween,
  insertCall,
} from '../call-store.ts';
import type { CallRow } from '../calls-table.ts';
import { emitCallChanged, emitCallEnded } from '../emit-call.ts';
import { cancelWhenCallerOffline } from '../end/cancel-when-caller-offline.ts';
import { expireOverdueCallsOf, scheduleRingTimeout } from '../end/expire-ringing.ts';
import { type EndedCall, hangUp } from '../end/hang-up.ts';
import { type CallPair, takeCallAttempt } from './call-limit.ts';
import { checkMayCall, type ShownCaller } from './call-policy.ts';

/** A new ringing call, and the accepted call between the same people that it replaces. */
interface PlacedCall {
  readonly call: CallRow;
  readonly shownCaller: ShownCaller;
  readonly supersededCall: EndedCall | null;
}

/** Locks the accounts and the pair of people until `tx` ends, and then checks the call policy again. */
async function recheckCallAllowed(tx: Db, callPair: CallPair): Promise<Result<ShownCaller>> {
  const { callerId, calleeId } = callPair;
  if (!(await lockOpenAccounts(tx, [callerId, calleeId]))) return err('user_not_found');
  if (!(await lockUnblockedPair(tx, callerId, calleeId))) return err('blocked');
  return checkMayCall(tx, callPair);
}

/** Ends an accepted call between the same people before the new call starts. */
async function endSupersededCall(
  tx: Db,
  { callerId, calleeId }: CallPair,
): Promise<EndedCall | null> {
  const call = await findLiveCallBetween(tx, callerId, calleeId);
  return call?.state === 'accepted' ? hangUp(tx, call, callerId) : null;
}

async function insertRingingCall(
  deps: CallDeps,
  tx: Db,
  pair: CallPair,
): Promise<Result<PlacedCall>> {
  const policyResult = await recheckCallAllowed(tx, pair);
  if (!policyResult.ok) return policyResult;
  const supersededCall = await endSupersededCall(tx, pair);
  const call = await insertCall(tx, { id: deps.ids.uuid(), ...pair, ringMs: deps.ringMs });
  const addedUids = await addPeopleToCall(tx, call);
  if (addedUids.size === 2) return ok({ call, shownCaller: policyResult.value, supersededCall });
  await deleteUnstartedCall(tx, call.id);
  return err(addedUids.has(pair.callerId) ? 'callee_busy' : 'already_calling');
}

async function placeAndEmitCall(
  deps: CallDeps,
  pair: CallPair,
): Promise<Result<Record<never, never>>> {
  await expireOverdueCallsOf(deps, [pair.callerId, pair.calleeId]);
  const placeResult = await deps.database.transaction((tx) => insertRingingCall(deps, tx, pair));
  if (!placeResult.ok) return placeResult;
  const { call, shownCaller, supersededCall } = placeResult.value;
  if (supersededCall) emitCallEnded(deps, supersededCall);
  emitCallChanged(deps, call);
  deps.realtime.emit([pair.calleeId], 'call', { callerId: pair.callerId, ...shownCaller });
  scheduleRingTimeout(deps, call.id, deps.ringMs);
  cancelWhenCallerOffline(deps, call);
  return ok({});
}

/**
 * Handles `call`: rings on all devices of the callee, with the caller's name and Discord id from the database
 * (docs/product/calls.md). Checks in order: the call policy, the rate limits, and whether caller or callee is in a call
 * (`already_calling`, `callee_busy`). Only a call that rings, or that finds the callee busy, counts against the rate
 * limits. `calls_unavailable`: Discord is not configured.
 */
export function placeCall(deps: CallDeps): EventHandler<'call'> {
  return async ({ connection, payload: { calleeId } }) => {
    const pair = { callerId: connection.actor.uid, calleeId };
    if (!deps.rooms) return err('calls_unavailable');
    if (pair.callerId === calleeId) return err('own_call');
    const limitResult = await deps.limiter.take('general', pair.callerId);
    if (!limitResult.ok) return limitResult;
    const policyResult = await checkMayCall(deps.database.db, pair);
    if (!policyResult.ok) return policyResult;
    const attemptResult = await takeCallAttempt(deps.limiter, pair);
    if (!attemptResult.ok) return attemptResult;
    let isCounted = false;
    try {
      const placeResult = await placeAndEmitCall(deps, pair);
      isCounted = placeResult.ok || placeResult.code === 'callee_busy';
      return placeResult;
    } finally {
      if (!isCounted) await attemptResult.value();
    }
  };
}
