import type { CallEventName, CallEvents, FoundCall } from '../state/call-events.ts';
import { applyCall } from '../state/call-machine.ts';
import { type CallState, startCalls } from '../state/call-state.ts';

export const LINK = 'https://discord.gg/abc123';
export const mine = { callerId: 'ana', calleeId: 'bia' };
export const theirs = { callerId: 'bia', calleeId: 'ana' };
export const foreign = { callerId: 'caio', calleeId: 'dani' };
export const begins = { animationType: 'skype', at: 1_000 } as const;
export const room = { invite_link: LINK, response: 'not_moved' } as const;

/** One event with its name. */
export type Happening = {
  [N in CallEventName]: readonly [N, CallEvents[N]];
}[CallEventName];

export const apply = (state: CallState, [name, event]: Happening) =>
  applyCall(state, name, event as never);
export const after = (...happenings: Happening[]) =>
  happenings.reduce((state, one) => apply(state, one).state, startCalls('ana'));

export const bia = { uid: 'bia', name: 'Bia', photoURL: null };
export const placed: Happening = ['placed', { ...begins, callee: bia }];
export const rings: Happening = [
  'call',
  { ...begins, callerId: 'bia', callerName: 'Bia', callerDiscordId: '22' },
];
type CallChange = CallEvents['callChanged'];
export const changed = (
  pair: typeof mine,
  state: CallChange['state'],
  outcome: CallChange['outcome'] = null,
  callId = 'c1',
  endedBy: string | null = null,
): Happening => ['callChanged', { ...pair, callId, state, outcome, endedBy }];
export const acceptedFor = (pair: typeof mine): Happening => [
  'callAccepted',
  { ...pair, ...room, at: 2_000 },
];

export function foundCall(pair: typeof mine, more: Partial<FoundCall> = {}): Happening {
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
  return ['found', { ...begins, call }];
}
export const nothingFound: Happening = ['found', { ...begins, call: null }];
export const isAccepted = { state: 'accepted', acceptedAt: 900, room } as const;
