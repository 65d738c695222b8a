import type { Db } from '../../../platform/database/pool.ts';
import type { CallAction } from '../call-states.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';

/** For each side, the transition that ends a call before it is accepted, and then the one that ends it afterwards. */
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
  // The state of a call only advances: when the first transition comes too late, the second one finds the call
  // accepted.
  for (const action of endTransitions[uid === callerId ? 'caller' : 'callee']) {
    const endedCall = await applyCallTransition(db, action, id);
    if (endedCall) return { ...endedCall, endedBy: uid };
  }
  return null;
}
