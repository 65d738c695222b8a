import type { callEndpoints } from '@guilda/contract/chat/calls';
import type { EventHandlers } from '../../platform/gateway/index.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { CallDeps } from './call-deps.ts';
import { endCall } from './end/end-call.ts';
import { getCurrentCall } from './get-current-call.ts';
import { confirmAcceptedCall } from './rooms/confirm-accepted.ts';
import { openRoom } from './rooms/open-room.ts';
import { checkCallLimit } from './start/call-limit.ts';
import { placeCall } from './start/place-call.ts';

export type CallEvents = Pick<
  EventHandlers,
  'checkCallRateLimit' | 'call' | 'callAccepted' | 'callEnd'
>;

/** Handlers of the socket events of calls. */
export function callEvents(deps: CallDeps): CallEvents {
  return {
    checkCallRateLimit: checkCallLimit(deps),
    call: placeCall(deps),
    callAccepted: confirmAcceptedCall(deps),
    callEnd: endCall(deps),
  };
}

export function callHandlers(deps: CallDeps): Handlers<typeof callEndpoints> {
  const open = openRoom(deps);
  return {
    getCurrentCall: ({ actor }) => getCurrentCall(deps)(actor),
    openCallRoom: ({ actor, body }) => open(actor, body),
  };
}
