import type { callEndpoints } from '@guilda/contract/calls';
import type { EventHandlers } from '../../platform/gateway/index.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import type { CallDeps } from './call-deps.ts';
import { checkCallLimit } from './check-call-limit.ts';
import { endCall } from './end-call.ts';
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
    callAccepted: async () => err('unavailable'),
    callEnd: endCall(deps),
  };
}

export function callHandlers(deps: CallDeps): Handlers<typeof callEndpoints> {
  return {
    getCurrentCall: ({ actor }) => readCall(deps)(actor),
    openCallRoom: async () => err('call_room_failed'),
  };
}
