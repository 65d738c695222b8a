import { foundInCall, foundWhileFree, unheard } from './apply-found-call.ts';
import {
  applyCallChanged,
  changedWhileFree,
  changedWhileTalking,
  rung,
} from './apply-server-event.ts';
import type { CallEventName, CallEventPayloads } from './call-events.ts';
import {
  accepted,
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
} from './call-state.ts';

/** The handler of an event in one state; null where the event changes nothing. */
type Rule<L extends CallPhase, N extends CallEventName> = (
  state: CallsOfPerson,
  event: CallEventPayloads[N],
  line: L,
) => CallStep | null;
type Rules<L extends CallPhase> = { readonly [N in CallEventName]?: Rule<L, N> };

const place: Rule<CallPhase, 'placed'> = (state, { callee, animationType, at }) =>
  replaced(state, {
    status: 'pending',
    pair: { callerId: state.me, calleeId: callee.uid },
    callId: null,
    partner: callee,
    animationType,
    own: true,
    placedAt: at,
    callerDiscordId: null,
    known: false,
    answered: 'no',
    settled: false,
  });

const end: Rule<RingingCall | Talking, 'ended'> = (state, _, line) => {
  const { pair, callId, status } = line;
  const over = status === 'accepted' && line.over;
  const said: CallEffect[] = over ? [] : [{ kind: 'sendEnd', pair }];
  if (callId !== null) said.push({ kind: 'tellTabs', callId });
  return freed(state, ...said);
};

/** Needed while offline, or for a call that the server counts as over: then it sends no event of its own. */
const endThere: Rule<RingingCall | Talking, 'endedThere'> = (state, { callId }, line) =>
  line.callId === callId ? freed(state) : null;

const meet: Rule<RingingCall | Talking, 'met'> = (state, person, line) =>
  line.partner.uid === person.uid ? withLine(state, { ...line, partner: person }) : null;

const concerns = ({ pair }: RingingCall, event: CallPair) => samePair(pair, event);

const whileFree: Rules<Free> = {
  placed: place,
  call: rung,
  callChanged: changedWhileFree,
  found: foundWhileFree,
};

const whileRinging: Rules<RingingCall> = {
  taken: (state, event, line) =>
    concerns(line, event) && !line.known ? withLine(state, { ...line, known: true }) : null,
  refused: (state, event, line) => (concerns(line, event) && !line.known ? freed(state) : null),
  call: rung,
  callAccepted: (state, event, line) => {
    if (!concerns(line, event) || sideOf(state, event) !== 'caller') return null;
    const { response, invite_link, at } = event;
    return accepted(state, line, { room: { response, invite_link }, at });
  },
  callEnd: (state, event, line) => {
    if (!concerns(line, event) || line.settled) return null;
    return state.stray ? step({ ...state, stray: false }) : freed(state);
  },
  callChanged: applyCallChanged,
  answered: (state, event, line) => {
    const open = line.answered === 'no' && sideOf(state, event) === 'receiver';
    if (!open || !concerns(line, event)) return null;
    return withLine(state, { ...line, answered: 'here', own: true });
  },
  unanswered: (state, event, line) =>
    concerns(line, event) && line.answered === 'here'
      ? withLine(state, { ...line, answered: 'no' })
      : null,
  roomMade: (state, event, line) => {
    if (!concerns(line, event) || line.answered !== 'here') return null;
    const { room } = event;
    return accepted(state, line, event, { kind: 'sendAccepted', pair: line.pair, room });
  },
  failed: (state, event, line) =>
    concerns(line, event) && line.answered === 'here' ? freed(state) : null,
  found: foundInCall,
  unheard,
  met: meet,
  ended: end,
  endedThere: endThere,
};

const whileTalking: Rules<Talking> = {
  // Allowed only when the other side has left: a person in a call is busy.
  placed: (state, event, line) => (line.over ? place(state, event, line) : null),
  call: rung,
  callChanged: changedWhileTalking,
  found: foundInCall,
  met: meet,
  ended: end,
  endedThere: endThere,
  folded: (state, { folded }, line) =>
    line.folded === folded ? null : withLine(state, { ...line, folded }),
};

/** The state machine of calls as a table: a combination that is not listed changes nothing. */
const table: Readonly<Record<CallPhase['status'], Rules<never>>> = {
  free: whileFree,
  pending: whileRinging,
  accepted: whileTalking,
};

/** Applies one event. An event of another call returns the same state object. */
export function applyCall<N extends CallEventName>(
  state: CallsOfPerson,
  name: N,
  event: CallEventPayloads[N],
): CallStep {
  const rule = table[state.line.status][name] as Rule<CallPhase, N> | undefined;
  return rule?.(state, event, state.line) ?? step(state);
}
