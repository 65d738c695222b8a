import type { CurrentCall } from '@guilda/contract/chat/calls';
import type { Person } from '../../platform/actor.ts';
import { ok, type Result } from '../../platform/result.ts';
import { toAuthor, viewContextFor } from '../users/index.ts';
import type { CallDeps } from './call-deps.ts';
import { findCurrentCall } from './call-store.ts';
import type { CallRow } from './calls-table.ts';

/** The room of an accepted call as the API shows it; null before the call is accepted. */
function roomOf({ response, inviteLink }: CallRow): CurrentCall['room'] {
  return response === null ? null : { response, invite_link: inviteLink };
}

/** The call of the actor that has not ended (null without one), for devices that missed socket events. */
export const getCurrentCall =
  (deps: Pick<CallDeps, 'database' | 'clock' | 'presence'>) =>
  async (actor: Person): Promise<Result<{ readonly call: CurrentCall | null }>> => {
    const callWithPartner = await findCurrentCall(deps.database.db, actor.uid);
    if (!callWithPartner || callWithPartner.call.state === 'ended') return ok({ call: null });
    const { call, partner, callerDiscordId } = callWithPartner;
    const { id, callerId, calleeId, placedAt, ringsUntil, acceptedAt } = call;
    return ok({
      call: {
        id,
        callerId,
        calleeId,
        state: callWithPartner.call.state,
        partner: toAuthor(partner, viewContextFor(deps, actor)),
        callerDiscordId,
        placedAt: placedAt.toISOString(),
        ringsUntil: ringsUntil.toISOString(),
        acceptedAt: acceptedAt?.toISOString() ?? null,
        room: roomOf(call),
      },
    });
  };
