import type { EventHandlers } from '../../platform/gateway/index.ts';
import { err } from '../../platform/result.ts';

/** The call events of `spec §7`, refused while no chat platform is connected. */
export function callEvents(): Pick<
  EventHandlers,
  'checkCallRateLimit' | 'call' | 'callAccepted' | 'callEnd'
> {
  const refuse = async () => err('calls_unavailable');
  return { checkCallRateLimit: refuse, call: refuse, callAccepted: refuse, callEnd: refuse };
}
