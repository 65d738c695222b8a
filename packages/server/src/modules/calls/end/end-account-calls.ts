import type { Db } from '../../../platform/database/pool.ts';
import {
  deleteEndedCallsOf,
  eraseDiscordIdsOf,
  findLiveCallBetween,
  findLiveCallOf,
} from '../call-store.ts';
import type { CallRow } from '../calls-table.ts';
import { type EmitCallDeps, emitCallEnded } from '../emit-call.ts';
import { hangUp } from './hang-up.ts';

/** Emits the end of a call to caller and callee; to be run after the commit. Does nothing when no call was ended. */
export type EmitEndAfterCommit = () => void;

async function endFoundCall(
  deps: EmitCallDeps,
  tx: Db,
  call: CallRow | null,
  uid: string,
): Promise<EmitEndAfterCommit> {
  const endedCall = call && (await hangUp(tx, call, uid));
  return () => {
    if (endedCall) emitCallEnded(deps, endedCall);
  };
}

/**
 * Ends the call between two people in the transaction of a block, on behalf of the blocker. The lock on the pair
 * (`lockUnblockedPair`) prevents a new call between these people.
 */
export const endCallsBetween =
  (deps: EmitCallDeps) =>
  async (tx: Db, blockerUid: string, otherUid: string): Promise<EmitEndAfterCommit> =>
    endFoundCall(deps, tx, await findLiveCallBetween(tx, blockerUid, otherUid), blockerUid);

/**
 * Ends the call of a person in the transaction of a suspension. Lock the account first (`lockAccounts`), so that
 * no new call starts.
 */
export const endCallOf =
  (deps: EmitCallDeps) =>
  async (tx: Db, uid: string): Promise<EmitEndAfterCommit> =>
    endFoundCall(deps, tx, await findLiveCallOf(tx, uid), uid);

/**
 * Ends the call of a person and deletes that person's calls, in the transaction that closes the account. Calls that
 * belong to an order stay as evidence. A call whose room is still open is deleted later by the job `calls.sweep`. The
 * person's Discord id is erased from the calls that stay. Lock the account first (`lockAccount`).
 */
export const endAndDeleteCallsOf =
  (deps: EmitCallDeps) =>
  async (tx: Db, uid: string): Promise<EmitEndAfterCommit> => {
    const emit = await endCallOf(deps)(tx, uid);
    await deleteEndedCallsOf(tx, uid);
    await eraseDiscordIdsOf(tx, uid);
    return emit;
  };
