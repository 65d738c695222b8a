import type { Db } from '../../platform/database/pool.ts';
import { deleteCallsOf, findCallBetween, findCallOf } from './call-store.ts';
import type { CallRow } from './calls-table.ts';
import { hangUp } from './hang-up.ts';
import { type TellCallDeps, tellEnd } from './tell-call.ts';

/** Tells both sides of what a transaction has ended; to be called once it is committed. */
export type TellEnded = () => void;

async function endFor(
  deps: TellCallDeps,
  tx: Db,
  call: CallRow | null,
  uid: string,
): Promise<TellEnded> {
  const ended = call && (await hangUp(tx, call, uid));
  return () => {
    if (ended) tellEnd(deps, ended);
  };
}

/**
 * Ends the call between two people in the transaction that puts a block between them, as one of them
 * would. Nobody places another one meanwhile who asks for `keepUnblocked` first.
 */
export const endCallsBetween =
  (deps: TellCallDeps) =>
  async (tx: Db, by: string, other: string): Promise<TellEnded> =>
    endFor(deps, tx, await findCallBetween(tx, by, other), by);

/**
 * Ends the call of a person in the transaction that suspends them, as they would; the account is held
 * before (`lockForDeed`), so that no call comes between.
 */
export const endCallOf =
  (deps: TellCallDeps) =>
  async (tx: Db, uid: string): Promise<TellEnded> =>
    endFor(deps, tx, await findCallOf(tx, uid), uid);

/**
 * Ends the call of a person and forgets all they ever had, in the transaction that closes their
 * account; a call whose room still stands is forgotten with the others of its age. The account is held
 * before (`lockAccount`), so that no call comes between.
 */
export const forgetCallsOf =
  (deps: TellCallDeps) =>
  async (tx: Db, uid: string): Promise<TellEnded> => {
    const tell = await endCallOf(deps)(tx, uid);
    await deleteCallsOf(tx, uid);
    return tell;
  };
