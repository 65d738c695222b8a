import type { Db } from '../../../platform/database/pool.ts';
import type { CallAction } from '../call-states.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';

/** Two transitions for each side: the first ends a call that is not accepted yet, the second an accepted call. */
const endTransitions = {
  caller: ['cancel', 'leaveAsCaller'],
  callee: ['decline', 'leaveAsCallee'],
} as const satisfies Record<string, readonly CallAction[]>;

/** An ended call with the uid of the person who ended it. */
export type EndedCall = CallRow & { readonly endedBy: string };

/** Ends a call on behalf of the person `uid`, whether or not it was accepted; null when it has ended already. */
export async function hangUp(
  db: Db,
  { id, callerId }: Pick<CallRow, 'id' | 'callerId'>,
  uid: string,
): Promise<EndedCall | null> {
  // The first transition fails when the call has been accepted, even a moment ago. Then the second transition applies,
  // because an accepted call stays accepted until it ends.
  for (const action of endTransitions[uid === callerId ? 'caller' : 'callee']) {
    const endedCall = await applyCallTransition(db, action, id);
    if (endedCall) return { ...endedCall, endedBy: uid };
  }
  return null;
}
