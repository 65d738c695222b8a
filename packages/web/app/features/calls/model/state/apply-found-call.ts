import type { CurrentCall } from '@guilda/contract/chat/calls';
import type { CallEventPayloads, FoundCall } from './call-events.ts';
import {
  type AcceptedCallState,
  acceptRingingCall,
  type CallEffect,
  type CallStep,
  callSideOf,
  clearCall,
  hasSameCallerAndCallee,
  type NoCallState,
  type PersonCallsState,
  type RingingCall,
  replaceCall,
  ringingEndOf,
  withCallPhase,
  withSafeInviteLink,
} from './call-state.ts';
import type { CallPartner } from './call-view.ts';

type FoundEvent = CallEventPayloads['found'];

/** Converts the other person of the server's call to the form that this page uses. */
function callPartnerOf({ uid, username, displayName, photoURL }: CurrentCall['partner']) {
  return { uid, name: displayName || username, photoURL } satisfies CallPartner;
}

const roomOfFoundCall = ({ room }: FoundCall) =>
  room ?? { invite_link: null, response: 'not_moved' };

/** Shows a call that was neither placed nor answered on this page, with the data of the server. */
function showFoundCall(
  state: PersonCallsState,
  call: FoundCall,
  { animationType, nowMs }: FoundEvent,
): CallStep {
  const { callerId, calleeId, callerDiscordId } = call;
  const commonFields = {
    pair: { callerId, calleeId },
    callId: call.id,
    partner: callPartnerOf(call.partner),
    animationType,
    startedHere: false,
  };
  if (call.state === 'accepted') {
    const { placedAt, acceptedAt } = call;
    const acceptedCall: AcceptedCallState = {
      ...commonFields,
      status: 'accepted',
      acceptedAt: acceptedAt ?? placedAt ?? nowMs,
      room: withSafeInviteLink(roomOfFoundCall(call)),
      folded: false,
      justAccepted: false,
      partnerLeft: false,
    };
    return replaceCall(state, acceptedCall);
  }
  const answered = call.state === 'opening' ? 'there' : 'no';
  const { placedAt, ringsUntil } = call;
  const ringingFields = {
    ...commonFields,
    callerDiscordId,
    answered,
    placedAt,
    ringsUntil,
  } as const;
  return replaceCall(state, {
    ...ringingFields,
    status: 'pending',
    isConfirmed: true,
    isAcceptanceConfirmed: false,
  });
}

/** Ends the call on screen when the server knows no call, because this page missed the event that ended the call. */
function endUnknownCall(
  state: PersonCallsState,
  { nowMs }: FoundEvent,
  phase: RingingCall | AcceptedCallState,
): CallStep | null {
  if (phase.status === 'accepted') return clearCall(state);
  // While the call or its acceptance is being sent, the answer to that request decides whether the call ends.
  if (!phase.isConfirmed || phase.answered === 'here') return null;
  const { partner } = phase;
  const hasRungOut = callSideOf(state, phase.pair) === 'caller' && nowMs >= ringingEndOf(phase);
  const effects: CallEffect[] = hasRungOut ? [{ kind: 'notify', ending: 'missed', partner }] : [];
  return clearCall(state, ...effects);
}

/** Ends an incoming call after the maximum ringing time when the server does not answer. */
export function applyRingingTimeout(
  state: PersonCallsState,
  { nowMs }: CallEventPayloads['refreshFailed'],
  phase: RingingCall,
): CallStep | null {
  const isIncoming = phase.answered === 'no' && callSideOf(state, phase.pair) === 'receiver';
  return isIncoming && nowMs >= ringingEndOf(phase) ? clearCall(state) : null;
}

/** Updates the ringing call with the server's newer data about the same call. */
function updateRingingCall(
  state: PersonCallsState,
  call: FoundCall,
  event: FoundEvent,
  phase: RingingCall,
): CallStep {
  const { callerDiscordId, ringsUntil, id: callId } = call;
  const partner = callPartnerOf(call.partner);
  const updatedCall: RingingCall = {
    ...phase,
    callId,
    callerDiscordId,
    ringsUntil,
    partner,
    isConfirmed: true,
  };
  const isCaller = callSideOf(state, phase.pair) === 'caller';
  if (call.state === 'pending') return withCallPhase(state, updatedCall);
  if (!isCaller && phase.answered === 'no')
    return clearCall(withCallPhase(state, updatedCall).state);
  if (call.state === 'opening') {
    return withCallPhase(state, isCaller ? { ...updatedCall, answered: 'there' } : updatedCall);
  }
  const room = withSafeInviteLink(roomOfFoundCall(call));
  const isAnsweredHere = phase.answered === 'here';
  const effects: CallEffect[] = isAnsweredHere
    ? [{ kind: 'sendAccepted', pair: phase.pair, room }]
    : [];
  return acceptRingingCall(state, updatedCall, { room, acceptedAt: event.nowMs }, ...effects);
}

/** The server's call; null if there is none or if it has already ended on this page. */
const foundCallUnlessPast = ({ endedCallIds }: PersonCallsState, { call }: FoundEvent) =>
  call && !endedCallIds.includes(call.id) ? call : null;

/** Shows a call that the server has and this page lacks: after a reload, or when it was placed on another page. */
export function applyFoundWhileFree(
  state: PersonCallsState,
  event: FoundEvent,
  _: NoCallState,
): CallStep | null {
  const call = foundCallUnlessPast(state, event);
  return call && showFoundCall(state, call, event);
}

/** Handles the server's answer about the current call while this page shows a call. */
export function applyFoundInCall(
  state: PersonCallsState,
  event: FoundEvent,
  phase: RingingCall | AcceptedCallState,
): CallStep | null {
  const call = foundCallUnlessPast(state, event);
  if (!call) return endUnknownCall(state, event, phase);
  const hasMatchingPairOnly = phase.callId === null && hasSameCallerAndCallee(phase.pair, call);
  if (!hasMatchingPairOnly && phase.callId !== call.id) return showFoundCall(state, call, event);
  if (phase.status === 'pending') return updateRingingCall(state, call, event, phase);
  // A shown call without an id is compared by caller and callee only, so the server's call may be a later one.
  return hasMatchingPairOnly && call.state !== 'accepted'
    ? showFoundCall(state, call, event)
    : null;
}
