import type { callEndpoints } from '@guilda/contract/calls';
import type { EventHandlers } from '../../platform/gateway/index.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import type { CallDeps } from './call-deps.ts';

export type CallEvents = Pick<
  EventHandlers,
  'checkCallRateLimit' | 'call' | 'callAccepted' | 'callEnd'
>;

/** The call events of `spec §7`. */
export function callEvents(_deps: CallDeps): CallEvents {
  const refuse = async () => err('unavailable');
  return { checkCallRateLimit: refuse, call: refuse, callAccepted: refuse, callEnd: refuse };
}

export function callHandlers(_deps: CallDeps): Handlers<typeof callEndpoints> {
  return {
    getCurrentCall: async () => err('unavailable'),
    openCallRoom: async () => err('call_room_failed'),
  };
}
