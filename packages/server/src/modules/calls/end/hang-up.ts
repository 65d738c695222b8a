import type { Db } from '../../../platform/database/pool.ts';
import type { CallAction } from '../call-states.ts';
import { applyCallTransition } from '../call-transition-store.ts';
import type { CallRow } from '../calls-table.ts';

/** The transitions by which each side ends a call: before it is accepted, and after. */
const endTransitions = {
  caller: ['cancel', 'leaveAsCaller'],
  callee: ['decline', 'leaveAsCallee'],
} as const satisfies Record<string, readonly CallAction[]>;

/** A call that was ended by one of its people. */
export type EndedCall = CallRow & { readonly endedBy: string };

/** Ends a call on behalf of one person, in whatever state it is; null when it has ended already. */
export async function hangUp(
  db: Db,
  { id, callerId }: Pick<CallRow, 'id' | 'callerId'>,
  uid: string,
): Promise<EndedCall | null> {
  // States only move forward: when declining comes too late, the call is found accepted.
  for (const action of endTransitions[uid === callerId ? 'caller' : 'callee']) {
    const ended = await applyCallTransition(db, action, id);
    if (ended) return { ...ended, endedBy: uid };
  }
  return null;
}
