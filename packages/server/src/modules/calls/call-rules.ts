import { and, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { isBlockedBetween, nameOf, openToReader, type UserRow, users } from '../users/index.ts';
import type { CallPair } from './call-limit.ts';

/** One of the two, as far as the rules look; null where there is no account in good standing. */
export type CallSide = Pick<UserRow, 'discordId' | 'canBeCalled'> & {
  /** Whether their profile is open to the caller (`product §3`). */
  readonly open: boolean;
};

export interface CallFacts<Side extends CallSide = CallSide> {
  readonly caller: Side | null;
  readonly callee: Side | null;
  /** Whether a block stands between the two, whoever set it. */
  readonly blocked: boolean;
}

export type CallRefusal =
  | 'forbidden'
  | 'user_not_found'
  | 'caller_without_discord'
  | 'blocked'
  | 'calls_off';

/** The rules of calling (`spec §5`, `product §7`) in their order; null when none forbids it. */
export function refusalOf({ caller, callee, blocked }: CallFacts): CallRefusal | null {
  if (!callee) return 'user_not_found';
  if (!caller) return 'forbidden';
  if (caller.discordId === null) return 'caller_without_discord';
  if (blocked) return 'blocked';
  // A profile that is closed to the caller does not tell whether its owner takes calls.
  return callee.canBeCalled && callee.open ? null : 'calls_off';
}

/** The caller as the callee's devices are shown them. */
export interface ShownCaller {
  readonly callerName: string;
  readonly callerDiscordId: string;
}

/** Whether one may call the other now, by what the database says of both. */
export async function mayCall(
  db: Db,
  { callerId, calleeId }: CallPair,
): Promise<Result<ShownCaller, CallRefusal>> {
  const { uid, username, displayName, deletedAt, discordId, canBeCalled } = users;
  const open = openToReader(callerId, false);
  const rows = await db
    .select({ uid, username, displayName, deletedAt, discordId, canBeCalled, open })
    .from(users)
    .where(and(inArray(uid, [callerId, calleeId]), isNull(deletedAt), isNull(users.suspendedAt)));
  const sideOf = (one: string) => rows.find((row) => row.uid === one) ?? null;
  const caller = sideOf(callerId);
  const blocked = await isBlockedBetween(db, callerId, calleeId);
  const refusal = refusalOf({ caller, callee: sideOf(calleeId), blocked });
  if (refusal !== null) return err(refusal);
  return ok({
    callerName: caller ? nameOf(caller) : '',
    callerDiscordId: caller?.discordId ?? '',
  });
}
