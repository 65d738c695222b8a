import type { CallEventName, CallEventPayloads, FoundCall } from '../state/call-events.ts';
import { applyCall } from '../state/call-machine.ts';
import { type CallsOfPerson, startCalls } from '../state/call-state.ts';

export const LINK = 'https://discord.gg/abc123';
export const callByAna = { callerId: 'ana', calleeId: 'bia' };
export const callByBia = { callerId: 'bia', calleeId: 'ana' };
export const callOfOthers = { callerId: 'caio', calleeId: 'dani' };
export const animationStart = { animationType: 'skype', at: 1_000 } as const;
export const room = { invite_link: LINK, response: 'not_moved' } as const;

/** One event with its name. */
export type CallEvent = {
  [N in CallEventName]: readonly [N, CallEventPayloads[N]];
}[CallEventName];

export const apply = (state: CallsOfPerson, [name, event]: CallEvent) =>
  applyCall(state, name, event as never);
export const stateAfter = (...happenings: CallEvent[]) =>
  happenings.reduce((state, one) => apply(state, one).state, startCalls('ana'));

export const bia = { uid: 'bia', name: 'Bia', photoURL: null };
export const placed: CallEvent = ['placed', { ...animationStart, callee: bia }];
export const callFromBia: CallEvent = [
  'call',
  { ...animationStart, callerId: 'bia', callerName: 'Bia', callerDiscordId: '22' },
];
type CallChange = CallEventPayloads['callChanged'];
export const callChanged = (
  pair: typeof callByAna,
  state: CallChange['state'],
  outcome: CallChange['outcome'] = null,
  callId = 'c1',
  endedBy: string | null = null,
): CallEvent => ['callChanged', { ...pair, callId, state, outcome, endedBy }];
export const acceptedFor = (pair: typeof callByAna): CallEvent => [
  'callAccepted',
  { ...pair, ...room, at: 2_000 },
];

export function foundCall(pair: typeof callByAna, more: Partial<FoundCall> = {}): CallEvent {
  const partner = { uid: 'bia', username: 'bia.x', displayName: 'Bia', photoURL: '/b.png' };
  const call: FoundCall = {
    id: 'c1',
    ...pair,
    state: 'pending',
    partner: { ...partner, badges: [], status: 'online' },
    callerDiscordId: '22',
    placedAt: 500,
    acceptedAt: null,
    room: null,
    ...more,
  };
  return ['found', { ...animationStart, call }];
}
export const nothingFound: CallEvent = ['found', { ...animationStart, call: null }];
export const isAccepted = { state: 'accepted', acceptedAt: 900, room } as const;
