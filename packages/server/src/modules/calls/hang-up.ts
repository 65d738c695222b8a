import type { Db } from '../../platform/database/pool.ts';
import type { CallAction } from './call-states.ts';
import type { CallRow } from './calls-table.ts';
import { moveCall } from './move-call.ts';

/** How each side ends a call: before it is accepted, and after. */
const ways = {
  caller: ['cancel', 'leaveAsCaller'],
  callee: ['decline', 'leaveAsCallee'],
} as const satisfies Record<string, readonly CallAction[]>;

/** A call that one of its two has ended. */
export type EndedCall = CallRow & { readonly endedBy: string };

/** Ends a call for one of its two, wherever it stands by now; null when it is over already. */
export async function hangUp(
  db: Db,
  { id, callerId }: Pick<CallRow, 'id' | 'callerId'>,
  uid: string,
): Promise<EndedCall | null> {
  // A call only moves on: whoever is not in time to decline it still finds it accepted.
  for (const way of ways[uid === callerId ? 'caller' : 'callee']) {
    const ended = await moveCall(db, way, id);
    if (ended) return { ...ended, endedBy: uid };
  }
  return null;
}
