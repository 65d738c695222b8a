import type { Db } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { displayNameOf, isBlockedBetween, type UserRow } from '../../users/index.ts';
import { readCallSides } from '../call-store.ts';
import type { CallPair } from './call-limit.ts';

/** Caller or callee with the columns that the call policy checks. */
export type CallPolicyParty = Pick<UserRow, 'discordId' | 'canBeCalled'> & {
  /** Whether the caller may see the whole profile of this person. */
  readonly isProfileVisible: boolean;
};

export interface CallPolicyInput<Side extends CallPolicyParty = CallPolicyParty> {
  readonly caller: Side | null;
  readonly callee: Side | null;
  /** Whether caller or callee has blocked the other. */
  readonly isBlocked: boolean;
}

export type CallRefusal =
  | 'forbidden'
  | 'user_not_found'
  | 'caller_without_discord'
  | 'blocked'
  | 'calls_off';

/** The first rule of docs/product/calls.md that refuses the call; null when the call is allowed. */
export function callRefusalOf({ caller, callee, isBlocked }: CallPolicyInput): CallRefusal | null {
  if (!callee) return 'user_not_found';
  if (!caller) return 'forbidden';
  if (caller.discordId === null) return 'caller_without_discord';
  if (isBlocked) return 'blocked';
  // A callee whose profile the caller may not see is refused like a callee who does not accept calls, so that the
  // refusal does not reveal which of the two is the case.
  return callee.canBeCalled && callee.isProfileVisible ? null : 'calls_off';
}

/** Name and Discord id of the caller, as the devices of the callee show them. */
export interface ShownCaller {
  readonly callerName: string;
  readonly callerDiscordId: string;
}

/** Checks with current data of the database whether the caller may call the callee. */
export async function checkMayCall(
  db: Db,
  { callerId, calleeId }: CallPair,
): Promise<Result<ShownCaller, CallRefusal>> {
  const rows = await readCallSides(db, { callerId, calleeId });
  const partyOf = (partyUid: string) => rows.find((row) => row.uid === partyUid) ?? null;
  const caller = partyOf(callerId);
  const isBlocked = await isBlockedBetween(db, callerId, calleeId);
  const refusal = callRefusalOf({ caller, callee: partyOf(calleeId), isBlocked });
  if (refusal !== null) return err(refusal);
  return ok({
    callerName: caller ? displayNameOf(caller) : '',
    callerDiscordId: caller?.discordId ?? '',
  });
}
