import { describe, expect, it } from 'vitest';
import {
  acceptedFor,
  after,
  apply,
  bia,
  changed,
  foundCall,
  type Happening,
  isAccepted,
  mine,
  nothingFound,
  placed,
  rings,
  room,
  theirs,
} from '../testing/fake-happenings.ts';
import type { CallState } from './call-state.ts';

/** The states of a line, each by the way that leads there. */
const states = {
  free: after(),
  placing: after(placed),
  calling: after(placed, ['taken', mine], changed(mine, 'pending')),
  beingAnswered: after(placed, changed(mine, 'pending'), changed(mine, 'opening')),
  ringing: after(changed(theirs, 'pending'), rings),
  answering: after(changed(theirs, 'pending'), rings, ['answered', theirs]),
  settled: after(
    changed(theirs, 'pending'),
    rings,
    ['answered', theirs],
    changed(theirs, 'accepted'),
  ),
  answeredThere: after(foundCall(theirs, { state: 'opening' })),
  talking: after(placed, changed(mine, 'pending'), acceptedFor(mine)),
  left: after(placed, changed(mine, 'pending'), acceptedFor(mine), changed(mine, 'ended', 'left')),
} satisfies Record<string, CallState>;
type StateName = keyof typeof states;

const standings = (state: CallState) => {
  const { line } = state;
  if (line.status !== 'pending') return line.status;
  return line.answered === 'no' ? 'pending' : `pending, answered ${line.answered}`;
};

const free = 'free';
const pending = 'pending';
const there = 'pending, answered there';
const here = 'pending, answered here';
const accepted = 'accepted';

/** It is over for whoever is not in the room yet. */
const overUnlessTalking = {
  calling: free,
  beingAnswered: free,
  ringing: free,
  answering: free,
  settled: free,
  answeredThere: free,
};

/** It is over, whatever it was; only what the server has not named yet goes on. */
const over = { ...overUnlessTalking, talking: free, left: free };

/** What each event of this very call leads to; a state that is not named is left as it is. */
const table: readonly [
  string,
  (of: 'mine' | 'theirs') => Happening,
  Partial<Record<StateName, string>>,
][] = [
  ['placed', () => placed, { free: pending, left: pending }],
  ['taken', () => ['taken', mine], {}],
  ['refused', () => ['refused', mine], { placing: free }],
  [
    'call',
    () => rings,
    // From the same person while one calls them: they were quicker.
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
    (of) => acceptedFor(of === 'mine' ? mine : theirs),
    { placing: accepted, calling: accepted, beingAnswered: accepted },
  ],
  [
    'callEnd',
    (of) => ['callEnd', of === 'mine' ? mine : theirs],
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
    (of) => changed(of === 'mine' ? mine : theirs, 'opening'),
    { calling: there, ringing: free },
  ],
  [
    'callChanged to accepted',
    (of) => changed(of === 'mine' ? mine : theirs, 'accepted'),
    { calling: there, ringing: free },
  ],
  [
    'callChanged to ended, declined',
    (of) => changed(of === 'mine' ? mine : theirs, 'ended', 'declined'),
    overUnlessTalking,
  ],
  [
    'callChanged to ended by the person on another device',
    (of) => changed(of === 'mine' ? mine : theirs, 'ended', 'left', 'c1', 'ana'),
    over,
  ],
  [
    'callChanged to ended, left by the other',
    (of) => changed(of === 'mine' ? mine : theirs, 'ended', 'left', 'c1', 'bia'),
    overUnlessTalking,
  ],
  [
    'callChanged to ended, emptied',
    (of) => changed(of === 'mine' ? mine : theirs, 'ended', 'emptied'),
    over,
  ],
  ['answered', (of) => ['answered', of === 'mine' ? mine : theirs], { ringing: here }],
  [
    'unanswered',
    (of) => ['unanswered', of === 'mine' ? mine : theirs],
    { answering: pending, settled: pending },
  ],
  [
    'roomMade',
    (of) => ['roomMade', { ...(of === 'mine' ? mine : theirs), room, at: 2_000 }],
    { answering: accepted, settled: accepted },
  ],
  ['failed', (of) => ['failed', of === 'mine' ? mine : theirs], { answering: free, settled: free }],
  ['found, ringing', (of) => foundCall(of === 'mine' ? mine : theirs), { free: pending }],
  [
    'found, answered',
    (of) => foundCall(of === 'mine' ? mine : theirs, { state: 'opening' }),
    { free: there, placing: there, calling: there, ringing: free },
  ],
  [
    'found, accepted',
    (of) => foundCall(of === 'mine' ? mine : theirs, isAccepted),
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
    () => nothingFound,
    {
      calling: free,
      beingAnswered: free,
      ringing: free,
      answeredThere: free,
      talking: free,
      left: free,
    },
  ],
  ['met', () => ['met', { ...bia, photoURL: '/b.png' }], {}],
  [
    'ended here',
    () => ['ended', {}],
    Object.fromEntries(Object.keys(states).map((name) => [name, free])),
  ],
  [
    'ended in another tab',
    () => ['endedThere', { callId: 'c1' }],
    Object.fromEntries(
      Object.keys(states)
        // What the server has not named yet, no other tab can have ended.
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
    const { state: next } = apply(state, happening(isCaller(name) ? 'mine' : 'theirs'));
    expect(standings(next)).toBe(leads[name] ?? standings(state));
  });
});
