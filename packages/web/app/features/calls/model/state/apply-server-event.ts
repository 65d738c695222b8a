import type { CallEventPayloads } from './call-events.ts';
import {
  type CallEffect,
  type CallPair,
  type CallPhase,
  type CallStep,
  type CallsOfPerson,
  type Free,
  freed,
  type RingingCall,
  replaced,
  samePair,
  sideOf,
  step,
  type Talking,
  withLine,
  withPast,
} from './call-state.ts';

type Changed = CallEventPayloads['callChanged'];
type Rung = CallEventPayloads['call'];

const pairOf = ({ callerId, calleeId }: CallPair): CallPair => ({ callerId, calleeId });

/** An incoming call replaces any other state: the server decides who is busy. */
export function rung(state: CallsOfPerson, event: Rung, line: CallPhase): CallStep | null {
  const pair = { callerId: event.callerId, calleeId: state.me };
  if (event.callerId === state.me) return null;
  const { announced } = state;
  const callId = announced && samePair(announced, pair) ? announced.callId : null;
  if (callId !== null && state.past.includes(callId)) return null;
  if (line.status !== 'free' && samePair(line.pair, pair)) {
    // A repeated event of the same call.
    if (callId === null ? line.status === 'pending' : line.callId === callId) return null;
  }
  const partner = { uid: event.callerId, name: event.callerName, photoURL: null };
  const ringing: RingingCall = {
    status: 'pending',
    pair,
    callId,
    partner,
    animationType: event.animationType,
    own: false,
    placedAt: event.at,
    callerDiscordId: event.callerDiscordId,
    known: true,
    answered: 'no',
    settled: false,
  };
  return replaced(state, ringing, { kind: 'meet', uid: event.callerId });
}

/** An event of another call than the current one. */
function changedElsewhere(state: CallsOfPerson, event: Changed): CallStep | null {
  if (state.past.includes(event.callId)) return null;
  if (event.state === 'ended') return step(withPast(state, event.callId));
  if (event.state !== 'pending') return null;
  // Placed on another page of the same person; the server is asked for the other side.
  if (sideOf(state, event) === 'caller') return step(state, { kind: 'ask' });
  return step({ ...state, announced: { ...pairOf(event), callId: event.callId } });
}

export function changedWhileFree(state: CallsOfPerson, event: Changed, _: Free): CallStep | null {
  return changedElsewhere(state, event);
}

/** Whether the event is about the current call. A call that the server has not named yet matches only `pending`. */
function isThis(
  state: CallsOfPerson,
  { pair, callId, known }: RingingCall,
  event: Changed,
): boolean {
  if (!samePair(pair, event)) return false;
  if (callId !== null) return callId === event.callId;
  return !state.past.includes(event.callId) && (known || event.state === 'pending');
}

/** The call was answered on one of the callee's devices; the others stop showing it. */
function answeredSomewhere(state: CallsOfPerson, line: RingingCall, settled: boolean): CallStep {
  if (sideOf(state, line.pair) === 'caller') {
    return withLine(state, { ...line, answered: 'there', settled });
  }
  if (line.answered === 'no') return freed(withLine(state, line).state);
  const asked: CallEffect[] = settled && line.answered === 'there' ? [{ kind: 'ask' }] : [];
  return withLine(state, { ...line, settled }, ...asked);
}

/** Only the caller sees why a call ended: the callee knows, or gets a notification. */
function endingOf(
  state: CallsOfPerson,
  { pair, partner }: RingingCall,
  event: Changed,
): CallEffect[] {
  const { outcome: why } = event;
  const isNotified = why === 'declined' || why === 'missed' || why === 'failed';
  return isNotified && sideOf(state, pair) === 'caller' ? [{ kind: 'notify', why, partner }] : [];
}

/** Applies `callChanged` to a ringing call. */
export function applyCallChanged(
  state: CallsOfPerson,
  event: Changed,
  line: RingingCall,
): CallStep | null {
  if (!isThis(state, line, event)) {
    const step = changedElsewhere(state, event);
    if (event.state !== 'ended' || !samePair(line.pair, event)) return step;
    return { state: { ...(step?.state ?? state), stray: true }, effects: [] };
  }
  const named = { ...line, callId: event.callId, known: true };
  if (event.state === 'pending') return line.callId === null ? withLine(state, named) : null;
  if (event.state === 'ended') {
    return freed(withLine(state, named).state, ...endingOf(state, line, event));
  }
  return answeredSomewhere(withLine(state, named).state, named, event.state === 'accepted');
}

/**
 * Applies `callChanged` to an accepted call. Ended by this person on another device, or with its room
 * gone, it ends here too; a call that only the other side has left stays shown.
 */
export function changedWhileTalking(
  state: CallsOfPerson,
  event: Changed,
  line: Talking,
): CallStep | null {
  const known = line.callId === null || line.callId === event.callId;
  if (!known || !samePair(line.pair, event) || event.state === 'pending') {
    return changedElsewhere(state, event);
  }
  if (event.state !== 'ended') return null;
  const past = withPast(state, event.callId);
  if (event.endedBy === state.me) return freed(past);
  const { partner } = line;
  if (event.outcome === 'emptied') return freed(past, { kind: 'notify', why: 'emptied', partner });
  return withLine(state, { ...line, callId: event.callId, over: true });
}
