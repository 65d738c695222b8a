import type { CurrentCall } from '@guilda/contract/calls';
import type { CallEventPayloads, FoundCall } from './call-events.ts';
import {
  accepted,
  type CallEffect,
  type CallStep,
  type CallsOfPerson,
  type Free,
  freed,
  RING_MS,
  type RingingCall,
  replaced,
  safeRoom,
  samePair,
  sideOf,
  type Talking,
  withLine,
} from './call-state.ts';
import type { CallPartner } from './call-view.ts';

type Found = CallEventPayloads['found'];

/** The other person as this page shows them. */
function partnerOf({ uid, username, displayName, photoURL }: CurrentCall['partner']) {
  return { uid, name: displayName || username, photoURL } satisfies CallPartner;
}

const roomOf = ({ room }: FoundCall) => room ?? { invite_link: null, response: 'not_moved' };

/** Adopts the call as the server knows it; nothing of it happened on this page. */
function adoptFoundCall(
  state: CallsOfPerson,
  call: FoundCall,
  { animationType, at }: Found,
): CallStep {
  const { callerId, calleeId, callerDiscordId } = call;
  const between = {
    pair: { callerId, calleeId },
    callId: call.id,
    partner: partnerOf(call.partner),
    animationType,
    own: false,
  };
  if (call.state === 'accepted') {
    const { placedAt, acceptedAt } = call;
    const talking: Talking = {
      ...between,
      status: 'accepted',
      acceptedAt: acceptedAt ?? placedAt ?? at,
      room: safeRoom(roomOf(call)),
      folded: false,
      fresh: false,
      over: false,
    };
    return replaced(state, talking);
  }
  const answered = call.state === 'opening' ? 'there' : 'no';
  const ringing = { ...between, callerDiscordId, answered, placedAt: call.placedAt } as const;
  return replaced(state, { ...ringing, status: 'pending', known: true, settled: false });
}

/** The server knows no call: the event that ended it was missed here. */
function gone(state: CallsOfPerson, { at }: Found, line: RingingCall | Talking): CallStep | null {
  if (line.status === 'accepted') return freed(state);
  // The call is still being placed, and its acknowledgement decides.
  if (!line.known || line.answered === 'here') return null;
  const { partner } = line;
  const rangOut = sideOf(state, line.pair) === 'caller' && at - line.placedAt >= RING_MS;
  const effects: CallEffect[] = rangOut ? [{ kind: 'notify', why: 'missed', partner }] : [];
  return freed(state, ...effects);
}

/** Without an answer of the server, a call ends after the maximum ringing time. */
export function unheard(
  state: CallsOfPerson,
  { at }: CallEventPayloads['unheard'],
  line: RingingCall,
): CallStep | null {
  const rings = line.answered === 'no' && sideOf(state, line.pair) === 'receiver';
  return rings && at - line.placedAt >= RING_MS ? freed(state) : null;
}

/** The very call that rings here, as the server knows it. */
function stands(state: CallsOfPerson, call: FoundCall, event: Found, line: RingingCall): CallStep {
  const { callerDiscordId, id: callId } = call;
  const partner = partnerOf(call.partner);
  const known: RingingCall = { ...line, callId, callerDiscordId, partner, known: true };
  const caller = sideOf(state, line.pair) === 'caller';
  if (call.state === 'pending') return withLine(state, known);
  if (!caller && line.answered === 'no') return freed(withLine(state, known).state);
  if (call.state === 'opening') {
    return withLine(state, caller ? { ...known, answered: 'there' } : known);
  }
  const room = safeRoom(roomOf(call));
  const answeredHere = line.answered === 'here';
  const said: CallEffect[] = answeredHere ? [{ kind: 'sendAccepted', pair: line.pair, room }] : [];
  return accepted(state, known, { room, at: event.at }, ...said);
}

/** Ignores calls that have ended on this page, even if the server still knows them. */
const current = ({ past }: CallsOfPerson, { call }: Found) =>
  call && !past.includes(call.id) ? call : null;

/** The server reports a call while none is shown: after a reload, or started on another page. */
export function foundWhileFree(state: CallsOfPerson, event: Found, _: Free): CallStep | null {
  const call = current(state, event);
  return call && adoptFoundCall(state, call, event);
}

/** The server reports the current call while one is shown. */
export function foundInCall(
  state: CallsOfPerson,
  event: Found,
  line: RingingCall | Talking,
): CallStep | null {
  const call = current(state, event);
  if (!call) return gone(state, event, line);
  const unnamed = line.callId === null && samePair(line.pair, call);
  if (!unnamed && line.callId !== call.id) return adoptFoundCall(state, call, event);
  if (line.status === 'pending') return stands(state, call, event, line);
  // Without an id it may also be a later call of these two.
  return unnamed && call.state !== 'accepted' ? adoptFoundCall(state, call, event) : null;
}
