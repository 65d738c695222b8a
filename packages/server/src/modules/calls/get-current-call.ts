import type { CurrentCall } from '@guilda/contract/calls';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { alias, and, eq, gt, ne, or, sql } from '../../platform/database/query-builder.ts';
import { ok, type Result } from '../../platform/result.ts';
import { authorColumns, toAuthor, users, viewContextFor } from '../users/index.ts';
import type { CallDeps } from './call-deps.ts';
import { type CallRow, callPeople, calls } from './calls-table.ts';

/** The active call of a person with the other side; none whose ring time is over. */
async function readCurrent(db: Db, uid: string) {
  const caller = alias(users, 'caller');
  const partnerId = sql`CASE WHEN ${calls.callerId} = ${uid} THEN ${calls.calleeId}
    ELSE ${calls.callerId} END`;
  const rings = gt(calls.ringsUntil, sql`clock_timestamp()`);
  const rows = await db
    .select({ call: calls, partner: authorColumns, callerDiscordId: caller.discordId })
    .from(callPeople)
    .innerJoin(calls, eq(calls.id, callPeople.callId))
    .innerJoin(caller, eq(caller.uid, calls.callerId))
    .innerJoin(users, eq(users.uid, partnerId))
    .where(and(eq(callPeople.uid, uid), or(ne(calls.state, 'pending'), rings)));
  return rows[0] ?? null;
}

/** The room of an accepted call; null before. */
function roomOf({ response, inviteLink }: CallRow): CurrentCall['room'] {
  return response === null ? null : { response, invite_link: inviteLink };
}

/** The actor's active or ringing call, for devices that missed events. */
export const getCurrentCall =
  (deps: Pick<CallDeps, 'database' | 'clock' | 'presence'>) =>
  async (actor: Person): Promise<Result<{ readonly call: CurrentCall | null }>> => {
    const current = await readCurrent(deps.database.db, actor.uid);
    if (!current || current.call.state === 'ended') return ok({ call: null });
    const { call, partner, callerDiscordId } = current;
    const { id, callerId, calleeId, placedAt, ringsUntil, acceptedAt } = call;
    return ok({
      call: {
        id,
        callerId,
        calleeId,
        state: current.call.state,
        partner: toAuthor(partner, viewContextFor(deps, actor)),
        callerDiscordId,
        placedAt: placedAt.toISOString(),
        ringsUntil: ringsUntil.toISOString(),
        acceptedAt: acceptedAt?.toISOString() ?? null,
        room: roomOf(call),
      },
    });
  };
