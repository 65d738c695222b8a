import type { CallEventPayloads } from './call-events.ts';
import {
  type AcceptedCallState,
  type CallEffect,
  type CallPair,
  type CallPhase,
  type CallStep,
  callSideOf,
  callStep,
  clearCall,
  hasSameCallerAndCallee,
  type NoCallState,
  type PersonCallsState,
  type RingingCall,
  replaceCall,
  withCallPhase,
  withPastCall,
} from './call-state.ts';

type CallChangedEvent = CallEventPayloads['callChanged'];
type IncomingCallEvent = CallEventPayloads['call'];

const callPairOf = ({ callerId, calleeId }: CallPair): CallPair => ({ callerId, calleeId });

/** An incoming call replaces any other call, because the server decides who is busy. Repeated events change nothing. */
export function applyIncomingCall(
  state: PersonCallsState,
  event: IncomingCallEvent,
  phase: CallPhase,
): CallStep | null {
  const pair = { callerId: event.callerId, calleeId: state.ownUid };
  if (event.callerId === state.ownUid) return null;
  const { announcedCall } = state;
  const matchingCall =
    announcedCall && hasSameCallerAndCallee(announcedCall, pair) ? announcedCall : null;
  const callId = matchingCall?.callId ?? null;
  if (callId !== null && state.endedCallIds.includes(callId)) return null;
  if (phase.status !== 'free' && hasSameCallerAndCallee(phase.pair, pair)) {
    // The server repeated the event of the current call.
    if (callId === null ? phase.status === 'pending' : phase.callId === callId) return null;
  }
  const partner = { uid: event.callerId, name: event.callerName, photoURL: null };
  const ringingCall: RingingCall = {
    status: 'pending',
    pair,
    callId,
    partner,
    animationType: event.animationType,
    startedHere: false,
    placedAt: event.nowMs,
    ringsUntil: matchingCall?.ringsUntil ?? null,
    callerDiscordId: event.callerDiscordId,
    isConfirmed: true,
    answered: 'no',
    isAcceptanceConfirmed: false,
  };
  return replaceCall(state, ringingCall, { kind: 'loadPhoto', uid: event.callerId });
}

/** Handles `callChanged` for a call that is not the current one. */
function applyOtherCallChanged(state: PersonCallsState, event: CallChangedEvent): CallStep | null {
  if (state.endedCallIds.includes(event.callId)) return null;
  if (event.state === 'ended') return callStep(withPastCall(state, event.callId));
  if (event.state !== 'pending') return null;
  // The person placed this call on another page. The event has no name of the callee, so the call is loaded.
  if (callSideOf(state, event) === 'caller') return callStep(state, { kind: 'loadCall' });
  const { callId, ringsUntil = null } = event;
  return callStep({ ...state, announcedCall: { ...callPairOf(event), callId, ringsUntil } });
}

export function applyCallChangedWhileFree(
  state: PersonCallsState,
  event: CallChangedEvent,
  _: NoCallState,
): CallStep | null {
  return applyOtherCallChanged(state, event);
}

/** Whether the event is about the current call. An unconfirmed call without an id matches only `pending` events. */
function isCurrentCall(
  state: PersonCallsState,
  { pair, callId, isConfirmed }: RingingCall,
  event: CallChangedEvent,
): boolean {
  if (!hasSameCallerAndCallee(pair, event)) return false;
  if (callId !== null) return callId === event.callId;
  return !state.endedCallIds.includes(event.callId) && (isConfirmed || event.state === 'pending');
}

/**
 * Applies an acceptance that happened on one of the callee's devices; the callee's other devices stop showing the call.
 */
function applyAnsweredCall(
  state: PersonCallsState,
  phase: RingingCall,
  isAcceptanceConfirmed: boolean,
): CallStep {
  if (callSideOf(state, phase.pair) === 'caller') {
    return withCallPhase(state, { ...phase, answered: 'there', isAcceptanceConfirmed });
  }
  if (phase.answered === 'no') return clearCall(withCallPhase(state, phase).state);
  const effects: CallEffect[] =
    isAcceptanceConfirmed && phase.answered === 'there' ? [{ kind: 'loadCall' }] : [];
  return withCallPhase(state, { ...phase, isAcceptanceConfirmed }, ...effects);
}

/** The toast about an ended call, for the caller only: the callee has ended the call, or gets a notification of it. */
function endingEffects(
  state: PersonCallsState,
  { pair, partner }: RingingCall,
  event: CallChangedEvent,
): CallEffect[] {
  const { outcome } = event;
  const isNotified = outcome === 'declined' || outcome === 'missed' || outcome === 'failed';
  return isNotified && callSideOf(state, pair) === 'caller'
    ? [{ kind: 'notify', ending: outcome, partner }]
    : [];
}

/** Applies `callChanged` to a ringing call. */
export function applyCallChangedWhileRinging(
  state: PersonCallsState,
  event: CallChangedEvent,
  phase: RingingCall,
): CallStep | null {
  if (!isCurrentCall(state, phase, event)) {
    const step = applyOtherCallChanged(state, event);
    if (event.state !== 'ended' || !hasSameCallerAndCallee(phase.pair, event)) return step;
    return { state: { ...(step?.state ?? state), expectsEarlierCallEnd: true }, effects: [] };
  }
  const ringsUntil = event.ringsUntil ?? phase.ringsUntil;
  const callWithId = { ...phase, callId: event.callId, ringsUntil, isConfirmed: true };
  if (event.state === 'pending')
    return phase.callId === null ? withCallPhase(state, callWithId) : null;
  if (event.state === 'ended') {
    return clearCall(withCallPhase(state, callWithId).state, ...endingEffects(state, phase, event));
  }
  return applyAnsweredCall(
    withCallPhase(state, callWithId).state,
    callWithId,
    event.state === 'accepted',
  );
}

/**
 * Applies `callChanged` to an accepted call. The call ends here too if this person ended it on another device or its
 * room was deleted; a call that only the other person has left stays on screen.
 */
export function applyCallChangedWhileTalking(
  state: PersonCallsState,
  event: CallChangedEvent,
  phase: AcceptedCallState,
): CallStep | null {
  const hasMatchingId = phase.callId === null || phase.callId === event.callId;
  if (!hasMatchingId || !hasSameCallerAndCallee(phase.pair, event) || event.state === 'pending') {
    return applyOtherCallChanged(state, event);
  }
  if (event.state !== 'ended') return null;
  const nextState = withPastCall(state, event.callId);
  if (event.endedBy === state.ownUid) return clearCall(nextState);
  const { partner } = phase;
  if (event.outcome === 'emptied')
    return clearCall(nextState, { kind: 'notify', ending: 'emptied', partner });
  return withCallPhase(state, { ...phase, callId: event.callId, partnerLeft: true });
}
