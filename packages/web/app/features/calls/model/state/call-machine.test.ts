import { describe, expect, it } from 'vitest';
import {
  acceptedCallFields,
  acceptedEventFor,
  applyEvent,
  biaPartner,
  type CallEvent,
  callByAna,
  callByBia,
  callChanged,
  callFromBia,
  callRoom,
  foundCallEvent,
  noCallFound,
  placedCallToBia,
  stateAfter,
} from '../testing/call-event-builders.ts';
import type { PersonCallsState } from './call-state.ts';

/** The phases of a call, each with the events that lead to it. */
const statesByName = {
  free: stateAfter(),
  placing: stateAfter(placedCallToBia),
  calling: stateAfter(
    placedCallToBia,
    ['ringingConfirmed', callByAna],
    callChanged(callByAna, 'pending'),
  ),
  beingAnswered: stateAfter(
    placedCallToBia,
    callChanged(callByAna, 'pending'),
    callChanged(callByAna, 'opening'),
  ),
  ringing: stateAfter(callChanged(callByBia, 'pending'), callFromBia),
  answering: stateAfter(callChanged(callByBia, 'pending'), callFromBia, ['answered', callByBia]),
  settled: stateAfter(
    callChanged(callByBia, 'pending'),
    callFromBia,
    ['answered', callByBia],
    callChanged(callByBia, 'accepted'),
  ),
  answeredThere: stateAfter(foundCallEvent(callByBia, { state: 'opening' })),
  talking: stateAfter(
    placedCallToBia,
    callChanged(callByAna, 'pending'),
    acceptedEventFor(callByAna),
  ),
  left: stateAfter(
    placedCallToBia,
    callChanged(callByAna, 'pending'),
    acceptedEventFor(callByAna),
    callChanged(callByAna, 'ended', 'left'),
  ),
} satisfies Record<string, PersonCallsState>;
type StateName = keyof typeof statesByName;

const phaseNameOf = (state: PersonCallsState) => {
  const { phase } = state;
  if (phase.status !== 'pending') return phase.status;
  return phase.answered === 'no' ? 'pending' : `pending, answered ${phase.answered}`;
};

const freeName = 'free';
const pendingName = 'pending';
const answeredThereName = 'pending, answered there';
const answeredHereName = 'pending, answered here';
const acceptedName = 'accepted';

/** Expected phases after an event that ends a call which has a server id and was not accepted yet. */
const endsUnlessTalking = {
  calling: freeName,
  beingAnswered: freeName,
  ringing: freeName,
  answering: freeName,
  settled: freeName,
  answeredThere: freeName,
};

/** Expected phases after an event that ends every call which has a server id. */
const endsInEveryPhase = { ...endsUnlessTalking, talking: freeName, left: freeName };

/**
 * For each event of the call: the expected phase by the phase before the event. Phases that are not listed stay
 * unchanged.
 */
const transitionTable: readonly [
  string,
  (callOf: 'mine' | 'theirs') => CallEvent,
  Partial<Record<StateName, string>>,
][] = [
  ['placed', () => placedCallToBia, { free: pendingName, left: pendingName }],
  ['ringingConfirmed', () => ['ringingConfirmed', callByAna], {}],
  ['refused', () => ['refused', callByAna], { placing: freeName }],
  [
    'call',
    () => callFromBia,
    // Bia's incoming call replaces every other call; if it is the current call already, the event changes nothing.
    {
      free: pendingName,
      placing: pendingName,
      calling: pendingName,
      beingAnswered: pendingName,
      talking: pendingName,
      left: pendingName,
    },
  ],
  [
    'callAccepted',
    (callOf) => acceptedEventFor(callOf === 'mine' ? callByAna : callByBia),
    { placing: acceptedName, calling: acceptedName, beingAnswered: acceptedName },
  ],
  [
    'callEnd',
    (callOf) => ['callEnd', callOf === 'mine' ? callByAna : callByBia],
    {
      placing: freeName,
      calling: freeName,
      beingAnswered: freeName,
      ringing: freeName,
      answering: freeName,
      answeredThere: freeName,
    },
  ],
  [
    'callChanged to opening',
    (callOf) => callChanged(callOf === 'mine' ? callByAna : callByBia, 'opening'),
    { calling: answeredThereName, ringing: freeName },
  ],
  [
    'callChanged to accepted',
    (callOf) => callChanged(callOf === 'mine' ? callByAna : callByBia, 'accepted'),
    { calling: answeredThereName, ringing: freeName },
  ],
  [
    'callChanged to ended, declined',
    (callOf) => callChanged(callOf === 'mine' ? callByAna : callByBia, 'ended', 'declined'),
    endsUnlessTalking,
  ],
  [
    'callChanged to ended by the person on another device',
    (callOf) =>
      callChanged(callOf === 'mine' ? callByAna : callByBia, 'ended', 'left', 'c1', 'ana'),
    endsInEveryPhase,
  ],
  [
    'callChanged to ended, left by the other',
    (callOf) =>
      callChanged(callOf === 'mine' ? callByAna : callByBia, 'ended', 'left', 'c1', 'bia'),
    endsUnlessTalking,
  ],
  [
    'callChanged to ended, emptied',
    (callOf) => callChanged(callOf === 'mine' ? callByAna : callByBia, 'ended', 'emptied'),
    endsInEveryPhase,
  ],
  [
    'answered',
    (callOf) => ['answered', callOf === 'mine' ? callByAna : callByBia],
    { ringing: answeredHereName },
  ],
  [
    'acceptFailed',
    (callOf) => ['acceptFailed', callOf === 'mine' ? callByAna : callByBia],
    { answering: pendingName, settled: pendingName },
  ],
  [
    'roomMade',
    (callOf) => [
      'roomMade',
      { ...(callOf === 'mine' ? callByAna : callByBia), room: callRoom, nowMs: 2_000 },
    ],
    { answering: acceptedName, settled: acceptedName },
  ],
  [
    'failed',
    (callOf) => ['failed', callOf === 'mine' ? callByAna : callByBia],
    { answering: freeName, settled: freeName },
  ],
  [
    'found, ringing',
    (callOf) => foundCallEvent(callOf === 'mine' ? callByAna : callByBia),
    { free: pendingName },
  ],
  [
    'found, answered',
    (callOf) => foundCallEvent(callOf === 'mine' ? callByAna : callByBia, { state: 'opening' }),
    {
      free: answeredThereName,
      placing: answeredThereName,
      calling: answeredThereName,
      ringing: freeName,
    },
  ],
  [
    'found, accepted',
    (callOf) => foundCallEvent(callOf === 'mine' ? callByAna : callByBia, acceptedCallFields),
    {
      free: acceptedName,
      placing: acceptedName,
      calling: acceptedName,
      beingAnswered: acceptedName,
      ringing: freeName,
      answering: acceptedName,
      settled: acceptedName,
      answeredThere: acceptedName,
    },
  ],
  [
    'found none',
    () => noCallFound,
    {
      calling: freeName,
      beingAnswered: freeName,
      ringing: freeName,
      answeredThere: freeName,
      talking: freeName,
      left: freeName,
    },
  ],
  ['partnerLoaded', () => ['partnerLoaded', { ...biaPartner, photoURL: '/b.png' }], {}],
  [
    'ended here',
    () => ['ended', {}],
    Object.fromEntries(Object.keys(statesByName).map((name) => [name, freeName])),
  ],
  [
    'ended in another tab',
    () => ['endedInOtherTab', { callId: 'c1' }],
    Object.fromEntries(
      Object.keys(statesByName)
        // A call without a server id cannot have been ended in another tab.
        .filter((name) => name !== 'placing')
        .map((name) => [name, freeName]),
    ),
  ],
  ['folded', () => ['folded', { folded: true }], {}],
];

const isCaller = (name: StateName) =>
  ['free', 'placing', 'calling', 'beingAnswered', 'talking', 'left'].includes(name);

describe.each(transitionTable)('%s', (_, buildEvent, expectedPhases) => {
  it.each(Object.keys(statesByName) as StateName[])('while %s', (name) => {
    const state = statesByName[name];
    const { state: next } = applyEvent(state, buildEvent(isCaller(name) ? 'mine' : 'theirs'));
    expect(phaseNameOf(next)).toBe(expectedPhases[name] ?? phaseNameOf(state));
  });
});
