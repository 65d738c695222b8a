import { applyFoundInCall, applyFoundWhileFree, applyRingingTimeout } from './apply-found-call.ts';
import {
  applyCallChangedWhileFree,
  applyCallChangedWhileRinging,
  applyCallChangedWhileTalking,
  applyIncomingCall,
} from './apply-server-event.ts';
import type { CallEventName, CallEventPayloads } from './call-events.ts';
import {
  type AcceptedCallState,
  acceptRingingCall,
  type CallEffect,
  type CallPair,
  type CallPhase,
  type CallStep,
  callSideOf,
  callStep,
  callToEnd,
  clearCall,
  hasSameCallerAndCallee,
  type NoCallState,
  type PersonCallsState,
  type RingingCall,
  replaceCall,
  withCallPhase,
} from './call-state.ts';

/** The handler of an event in one state; returns null when the event changes nothing. */
type CallEventHandler<L extends CallPhase, N extends CallEventName> = (
  state: PersonCallsState,
  event: CallEventPayloads[N],
  phase: L,
) => CallStep | null;
type CallEventHandlers<L extends CallPhase> = {
  readonly [N in CallEventName]?: CallEventHandler<L, N>;
};

const applyPlaced: CallEventHandler<CallPhase, 'placed'> = (
  state,
  { callee, animationType, nowMs },
) =>
  replaceCall(state, {
    status: 'pending',
    pair: { callerId: state.ownUid, calleeId: callee.uid },
    callId: null,
    partner: callee,
    animationType,
    startedHere: true,
    placedAt: nowMs,
    ringsUntil: null,
    callerDiscordId: null,
    isConfirmed: false,
    answered: 'no',
    isAcceptanceConfirmed: false,
  });

const applyEnded: CallEventHandler<RingingCall | AcceptedCallState, 'ended'> = (
  state,
  _,
  phase,
) => {
  const { callId, status } = phase;
  const hasPartnerLeft = status === 'accepted' && phase.partnerLeft;
  const effects: CallEffect[] = hasPartnerLeft ? [] : [{ kind: 'sendEnd', call: callToEnd(phase) }];
  if (callId !== null) effects.push({ kind: 'notifyTabs', callId });
  return clearCall(state, ...effects);
};

/** Ends a call that was ended in another tab; needed when the server sends no event about it. */
const applyEndedElsewhere: CallEventHandler<RingingCall | AcceptedCallState, 'endedInOtherTab'> = (
  state,
  { callId },
  phase,
) => (phase.callId === callId ? clearCall(state) : null);

const applyPartnerLoaded: CallEventHandler<RingingCall | AcceptedCallState, 'partnerLoaded'> = (
  state,
  person,
  phase,
) =>
  phase.partner.uid === person.uid ? withCallPhase(state, { ...phase, partner: person }) : null;

const isEventOfCall = ({ pair }: RingingCall, event: CallPair) =>
  hasSameCallerAndCallee(pair, event);

const handlersWhileFree: CallEventHandlers<NoCallState> = {
  placed: applyPlaced,
  call: applyIncomingCall,
  callChanged: applyCallChangedWhileFree,
  found: applyFoundWhileFree,
};

const handlersWhileRinging: CallEventHandlers<RingingCall> = {
  ringingConfirmed: (state, event, phase) =>
    isEventOfCall(phase, event) && !phase.isConfirmed
      ? withCallPhase(state, { ...phase, isConfirmed: true })
      : null,
  refused: (state, event, phase) =>
    isEventOfCall(phase, event) && !phase.isConfirmed ? clearCall(state) : null,
  call: applyIncomingCall,
  callAccepted: (state, event, phase) => {
    if (!isEventOfCall(phase, event) || callSideOf(state, event) !== 'caller') return null;
    const { response, invite_link, nowMs: acceptedAt } = event;
    return acceptRingingCall(state, phase, { room: { response, invite_link }, acceptedAt });
  },
  callEnd: (state, event, phase) => {
    if (!isEventOfCall(phase, event) || phase.isAcceptanceConfirmed) return null;
    return state.expectsEarlierCallEnd
      ? callStep({ ...state, expectsEarlierCallEnd: false })
      : clearCall(state);
  },
  callChanged: applyCallChangedWhileRinging,
  answered: (state, event, phase) => {
    const isIncoming = phase.answered === 'no' && callSideOf(state, event) === 'receiver';
    if (!isIncoming || !isEventOfCall(phase, event)) return null;
    return withCallPhase(state, { ...phase, answered: 'here', startedHere: true });
  },
  acceptFailed: (state, event, phase) =>
    isEventOfCall(phase, event) && phase.answered === 'here'
      ? withCallPhase(state, { ...phase, answered: 'no' })
      : null,
  roomMade: (state, event, phase) => {
    if (!isEventOfCall(phase, event) || phase.answered !== 'here') return null;
    const { room, nowMs: acceptedAt } = event;
    const sendAccepted = { kind: 'sendAccepted', pair: phase.pair, room } as const;
    return acceptRingingCall(state, phase, { room, acceptedAt }, sendAccepted);
  },
  failed: (state, event, phase) =>
    isEventOfCall(phase, event) && phase.answered === 'here' ? clearCall(state) : null,
  found: applyFoundInCall,
  refreshFailed: applyRingingTimeout,
  partnerLoaded: applyPartnerLoaded,
  ended: applyEnded,
  endedInOtherTab: applyEndedElsewhere,
};

const handlersWhileTalking: CallEventHandlers<AcceptedCallState> = {
  // Another call can be placed only after the partner has left this one; until then the user is busy.
  placed: (state, event, phase) => (phase.partnerLeft ? applyPlaced(state, event, phase) : null),
  call: applyIncomingCall,
  callChanged: applyCallChangedWhileTalking,
  found: applyFoundInCall,
  partnerLoaded: applyPartnerLoaded,
  ended: applyEnded,
  endedInOtherTab: applyEndedElsewhere,
  folded: (state, { folded }, phase) =>
    phase.folded === folded ? null : withCallPhase(state, { ...phase, folded }),
};

/**
 * The state machine of calls as a table of states and events. A combination that is not in the table changes nothing.
 */
const handlersByStatus: Readonly<Record<CallPhase['status'], CallEventHandlers<never>>> = {
  free: handlersWhileFree,
  pending: handlersWhileRinging,
  accepted: handlersWhileTalking,
};

/** Applies one event. The step contains the same state object when the event changes nothing. */
export function applyCall<N extends CallEventName>(
  state: PersonCallsState,
  name: N,
  event: CallEventPayloads[N],
): CallStep {
  const handler = handlersByStatus[state.phase.status][name] as
    | CallEventHandler<CallPhase, N>
    | undefined;
  return handler?.(state, event, state.phase) ?? callStep(state);
}
