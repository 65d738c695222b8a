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
const states = {
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
type StateName = keyof typeof states;

const standings = (state: PersonCallsState) => {
  const { phase } = state;
  if (phase.status !== 'pending') return phase.status;
  return phase.answered === 'no' ? 'pending' : `pending, answered ${phase.answered}`;
};

const free = 'free';
const pending = 'pending';
const there = 'pending, answered there';
const here = 'pending, answered here';
const accepted = 'accepted';

/** The call is over for a person who has not joined the room yet. */
const overUnlessTalking = {
  calling: free,
  beingAnswered: free,
  ringing: free,
  answering: free,
  settled: free,
  answeredThere: free,
};

/** The call is over in every phase; only a call without a server id continues. */
const over = { ...overUnlessTalking, talking: free, left: free };

/** The result of each event of this call by phase; phases that are not listed stay unchanged. */
const table: readonly [
  string,
  (of: 'mine' | 'theirs') => CallEvent,
  Partial<Record<StateName, string>>,
][] = [
  ['placed', () => placedCallToBia, { free: pending, left: pending }],
  ['ringingConfirmed', () => ['ringingConfirmed', callByAna], {}],
  ['refused', () => ['refused', callByAna], { placing: free }],
  [
    'call',
    () => callFromBia,
    // The other person called first, so the incoming call wins.
    {
      free: pending,
      placing: pending,
      calling: pending,
      beingAnswered: pending,
      talking: pending,
      left: pending,
    },
  ],
  [
    'callAccepted',
    (of) => acceptedEventFor(of === 'mine' ? callByAna : callByBia),
    { placing: accepted, calling: accepted, beingAnswered: accepted },
  ],
  [
    'callEnd',
    (of) => ['callEnd', of === 'mine' ? callByAna : callByBia],
    {
      placing: free,
      calling: free,
      beingAnswered: free,
      ringing: free,
      answering: free,
      answeredThere: free,
    },
  ],
  [
    'callChanged to opening',
    (of) => callChanged(of === 'mine' ? callByAna : callByBia, 'opening'),
    { calling: there, ringing: free },
  ],
  [
    'callChanged to accepted',
    (of) => callChanged(of === 'mine' ? callByAna : callByBia, 'accepted'),
    { calling: there, ringing: free },
  ],
  [
    'callChanged to ended, declined',
    (of) => callChanged(of === 'mine' ? callByAna : callByBia, 'ended', 'declined'),
    overUnlessTalking,
  ],
  [
    'callChanged to ended by the person on another device',
    (of) => callChanged(of === 'mine' ? callByAna : callByBia, 'ended', 'left', 'c1', 'ana'),
    over,
  ],
  [
    'callChanged to ended, left by the other',
    (of) => callChanged(of === 'mine' ? callByAna : callByBia, 'ended', 'left', 'c1', 'bia'),
    overUnlessTalking,
  ],
  [
    'callChanged to ended, emptied',
    (of) => callChanged(of === 'mine' ? callByAna : callByBia, 'ended', 'emptied'),
    over,
  ],
  ['answered', (of) => ['answered', of === 'mine' ? callByAna : callByBia], { ringing: here }],
  [
    'acceptFailed',
    (of) => ['acceptFailed', of === 'mine' ? callByAna : callByBia],
    { answering: pending, settled: pending },
  ],
  [
    'roomMade',
    (of) => ['roomMade', { ...(of === 'mine' ? callByAna : callByBia), room: callRoom, at: 2_000 }],
    { answering: accepted, settled: accepted },
  ],
  [
    'failed',
    (of) => ['failed', of === 'mine' ? callByAna : callByBia],
    { answering: free, settled: free },
  ],
  [
    'found, ringing',
    (of) => foundCallEvent(of === 'mine' ? callByAna : callByBia),
    { free: pending },
  ],
  [
    'found, answered',
    (of) => foundCallEvent(of === 'mine' ? callByAna : callByBia, { state: 'opening' }),
    { free: there, placing: there, calling: there, ringing: free },
  ],
  [
    'found, accepted',
    (of) => foundCallEvent(of === 'mine' ? callByAna : callByBia, acceptedCallFields),
    {
      free: accepted,
      placing: accepted,
      calling: accepted,
      beingAnswered: accepted,
      ringing: free,
      answering: accepted,
      settled: accepted,
      answeredThere: accepted,
    },
  ],
  [
    'found none',
    () => noCallFound,
    {
      calling: free,
      beingAnswered: free,
      ringing: free,
      answeredThere: free,
      talking: free,
      left: free,
    },
  ],
  ['partnerLoaded', () => ['partnerLoaded', { ...biaPartner, photoURL: '/b.png' }], {}],
  [
    'ended here',
    () => ['ended', {}],
    Object.fromEntries(Object.keys(states).map((name) => [name, free])),
  ],
  [
    'ended in another tab',
    () => ['endedInOtherTab', { callId: 'c1' }],
    Object.fromEntries(
      Object.keys(states)
        // A call without a server id cannot have been ended in another tab.
        .filter((name) => name !== 'placing')
        .map((name) => [name, free]),
    ),
  ],
  ['folded', () => ['folded', { folded: true }], {}],
];

const isCaller = (name: StateName) =>
  ['free', 'placing', 'calling', 'beingAnswered', 'talking', 'left'].includes(name);

describe.each(table)('%s', (_, happening, leads) => {
  it.each(Object.keys(states) as StateName[])('while %s', (name) => {
    const state = states[name];
    const { state: next } = applyEvent(state, happening(isCaller(name) ? 'mine' : 'theirs'));
    expect(standings(next)).toBe(leads[name] ?? standings(state));
  });
});
