import type { callEndpoints } from '@guilda/contract/calls';
import type { EventHandlers } from '../../platform/gateway/index.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { CallDeps } from './call-deps.ts';
import { checkCallLimit } from './check-call-limit.ts';
import { confirmAccepted } from './confirm-accepted.ts';
import { endCall } from './end-call.ts';
import { openRoom } from './open-room.ts';
import { placeCall } from './place-call.ts';
import { readCall } from './read-call.ts';

export type CallEvents = Pick<
  EventHandlers,
  'checkCallRateLimit' | 'call' | 'callAccepted' | 'callEnd'
>;

/** The call events of `spec §7`. */
export function callEvents(deps: CallDeps): CallEvents {
  return {
    checkCallRateLimit: checkCallLimit(deps),
    call: placeCall(deps),
    callAccepted: confirmAccepted(deps),
    callEnd: endCall(deps),
  };
}

export function callHandlers(deps: CallDeps): Handlers<typeof callEndpoints> {
  const open = openRoom(deps);
  return {
    getCurrentCall: ({ actor }) => readCall(deps)(actor),
    openCallRoom: ({ actor, body }) => open(actor, body),
  };
}
