import type { CallEventName, CallEventPayloads, FoundCall } from '../state/call-events.ts';
import { applyCall } from '../state/call-machine.ts';
import { initialCallState, type PersonCallsState } from '../state/call-state.ts';

export const INVITE_LINK = 'https://discord.gg/abc123';
export const callByAna = { callerId: 'ana', calleeId: 'bia' };
export const callByBia = { callerId: 'bia', calleeId: 'ana' };
export const callOfOthers = { callerId: 'caio', calleeId: 'dani' };
export const initialValues = { animationType: 'skype', nowMs: 1_000 } as const;
export const callRoom = { invite_link: INVITE_LINK, response: 'not_moved' } as const;

/** An event as a pair of its name and its payload. */
export type CallEvent = {
  [N in CallEventName]: readonly [N, CallEventPayloads[N]];
}[CallEventName];

export const applyEvent = (state: PersonCallsState, [name, event]: CallEvent) =>
  applyCall(state, name, event as never);
export const stateAfter = (...events: CallEvent[]) =>
  events.reduce((state, event) => applyEvent(state, event).state, initialCallState('ana'));

export const biaPartner = { uid: 'bia', name: 'Bia', photoURL: null };
export const placedCallToBia: CallEvent = ['placed', { ...initialValues, callee: biaPartner }];
export const callFromBia: CallEvent = [
  'call',
  { ...initialValues, callerId: 'bia', callerName: 'Bia', callerDiscordId: '22' },
];
type CallChange = CallEventPayloads['callChanged'];
export const callChanged = (
  pair: typeof callByAna,
  state: CallChange['state'],
  outcome: CallChange['outcome'] = null,
  callId = 'c1',
  endedBy: string | null = null,
): CallEvent => ['callChanged', { ...pair, callId, state, outcome, endedBy }];
export const acceptedEventFor = (pair: typeof callByAna): CallEvent => [
  'callAccepted',
  { ...pair, ...callRoom, nowMs: 2_000 },
];

export function foundCallEvent(
  callPair: typeof callByAna,
  overrides: Partial<FoundCall> = {},
): CallEvent {
  const partner = { uid: 'bia', username: 'bia.x', displayName: 'Bia', photoURL: '/b.png' };
  const call: FoundCall = {
    id: 'c1',
    ...callPair,
    state: 'pending',
    partner: { ...partner, badges: [], status: 'online' },
    callerDiscordId: '22',
    placedAt: 500,
    ringsUntil: 45_500,
    acceptedAt: null,
    room: null,
    ...overrides,
  };
  return ['found', { ...initialValues, call }];
}
export const noCallFound: CallEvent = ['found', { ...initialValues, call: null }];
export const acceptedCallFields = { state: 'accepted', acceptedAt: 900, room: callRoom } as const;
