import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { displayNameOf, isBlockedBetween, type UserRow } from '../../users/index.ts';
import { readCallSides } from '../call-store.ts';
import type { CallPair } from './call-limit.ts';

/** One side of a call as the policy needs it. */
export type CallPolicyParty = Pick<UserRow, 'discordId' | 'canBeCalled'> & {
  /** Whether the caller may see their profile. */
  readonly open: boolean;
};

export interface CallPolicyInput<Side extends CallPolicyParty = CallPolicyParty> {
  readonly caller: Side | null;
  readonly callee: Side | null;
  /** Whether either has blocked the other. */
  readonly blocked: boolean;
}

export type CallRefusal =
  | 'forbidden'
  | 'user_not_found'
  | 'caller_without_discord'
  | 'blocked'
  | 'calls_off';

/** Checks the rules for calling in order (docs/product/calls.md); null when the call is allowed. */
export function callRefusalOf({ caller, callee, blocked }: CallPolicyInput): CallRefusal | null {
  if (!callee) return 'user_not_found';
  if (!caller) return 'forbidden';
  if (caller.discordId === null) return 'caller_without_discord';
  if (blocked) return 'blocked';
  // A profile that the caller may not see must not reveal whether its owner accepts calls.
  return callee.canBeCalled && callee.open ? null : 'calls_off';
}

/** The caller as shown on the callee's devices. */
export interface CallerOnScreen {
  readonly callerName: string;
  readonly callerDiscordId: string;
}

/** Checks in the database whether the caller may call the callee. */
export async function checkMayCall(
  db: Db,
  { callerId, calleeId }: CallPair,
): Promise<Result<CallerOnScreen, CallRefusal>> {
  const rows = await readCallSides(db, { callerId, calleeId });
  const sideOf = (one: string) => rows.find((row) => row.uid === one) ?? null;
  const caller = sideOf(callerId);
  const blocked = await isBlockedBetween(db, callerId, calleeId);
  const refusal = callRefusalOf({ caller, callee: sideOf(calleeId), blocked });
  if (refusal !== null) return err(refusal);
  return ok({
    callerName: caller ? displayNameOf(caller) : '',
    callerDiscordId: caller?.discordId ?? '',
  });
}
