import type { CurrentCall } from '@guilda/contract/calls';
import type { CallEvents, FoundCall } from './call-events.ts';
import {
  accepted,
  type CallEffect,
  type CallState,
  type Free,
  freed,
  RING_MS,
  type Ringing,
  replaced,
  type Step,
  safeRoom,
  samePair,
  sideOf,
  type Talking,
  withLine,
} from './call-state.ts';
import type { CallPartner } from './call-view.ts';

type Found = CallEvents['found'];

/** Who the other side is, as this page shows them. */
function partnerOf({ uid, username, displayName, photoURL }: CurrentCall['partner']) {
  return { uid, name: displayName || username, photoURL } satisfies CallPartner;
}

const roomOf = ({ room }: FoundCall) => room ?? { invite_link: null, response: 'not_moved' };

/** The call takes the line as it stands at the server; nothing of it was done on this page. */
function takeUp(state: CallState, call: FoundCall, { animationType, at }: Found): Step {
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

/** The server knows of no call: what ended it was not heard here. */
function gone(state: CallState, { at }: Found, line: Ringing | Talking): Step | null {
  if (line.status === 'accepted') return freed(state);
  // It is on its way there, or its answer will tell.
  if (!line.known || line.answered === 'here') return null;
  const { partner } = line;
  const rangOut = sideOf(state, line.pair) === 'caller' && at - line.placedAt >= RING_MS;
  const told: CallEffect[] = rangOut ? [{ kind: 'tell', why: 'missed', partner }] : [];
  return freed(state, ...told);
}

/** Where the server says nothing, it rings for nobody longer than a call can (`product §7`). */
export function unheard(
  state: CallState,
  { at }: CallEvents['unheard'],
  line: Ringing,
): Step | null {
  const rings = line.answered === 'no' && sideOf(state, line.pair) === 'receiver';
  return rings && at - line.placedAt >= RING_MS ? freed(state) : null;
}

/** The very call that rings here, as the server knows it. */
function stands(state: CallState, call: FoundCall, event: Found, line: Ringing): Step {
  const { callerDiscordId, id: callId } = call;
  const partner = partnerOf(call.partner);
  const known: Ringing = { ...line, callId, callerDiscordId, partner, known: true };
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

/** What is over for this page is no call to it, whatever the server still knows. */
const current = ({ past }: CallState, { call }: Found) =>
  call && !past.includes(call.id) ? call : null;

/** The server tells of a call while none is shown: after a load, or from another page. */
export function foundWhileFree(state: CallState, event: Found, _: Free): Step | null {
  const call = current(state, event);
  return call && takeUp(state, call, event);
}

/** The server tells which call there is, while one is shown. */
export function foundInCall(state: CallState, event: Found, line: Ringing | Talking): Step | null {
  const call = current(state, event);
  if (!call) return gone(state, event, line);
  const unnamed = line.callId === null && samePair(line.pair, call);
  if (!unnamed && line.callId !== call.id) return takeUp(state, call, event);
  if (line.status === 'pending') return stands(state, call, event, line);
  // Without an id it may also be a later call of these two.
  return unnamed && call.state !== 'accepted' ? takeUp(state, call, event) : null;
}
