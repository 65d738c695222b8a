import { callStates } from '@guilda/contract/calls';
import { describe, expect, it } from 'vitest';
import { type CallAction, callTransitions } from './call-states.ts';

/** Every change that `spec §4` and `product §7` know, written down once more. */
const known: Readonly<Record<string, readonly [string, string | null, string, string]>> = {
  'pending answer': ['opening', null, 'callee', 'ringing'],
  'pending cancel': ['ended', 'cancelled', 'caller', 'always'],
  'pending decline': ['ended', 'declined', 'callee', 'always'],
  'pending ringOut': ['ended', 'missed', 'clock', 'rung'],
  'opening accept': ['accepted', null, 'room', 'always'],
  'opening fail': ['ended', 'failed', 'room', 'always'],
  'opening cancel': ['ended', 'cancelled', 'caller', 'always'],
  'opening decline': ['ended', 'declined', 'callee', 'always'],
  'opening giveUp': ['ended', 'failed', 'clock', 'stale'],
  'accepted leaveAsCaller': ['ended', 'left', 'caller', 'always'],
  'accepted leaveAsCallee': ['ended', 'left', 'callee', 'always'],
  'accepted empty': ['ended', 'emptied', 'room', 'always'],
};

const actions = Object.keys(callTransitions) as CallAction[];

describe('the table of states', () => {
  it.each(callStates.flatMap((from) => actions.map((action) => [from, action] as const)))(
    'knows of %s what %s does',
    (from, action) => {
      const { to, outcome, by, when, from: begins } = callTransitions[action];
      const there = (begins as readonly string[]).includes(from);
      expect(there ? [to, outcome, by, when] : undefined).toEqual(known[`${from} ${action}`]);
    },
  );

  it('leads nowhere from the end, and back to nothing', () => {
    const order = callStates as readonly string[];
    for (const { from, to } of Object.values(callTransitions))
      for (const one of from) expect(order.indexOf(to)).toBeGreaterThan(order.indexOf(one));
  });

  it('gives every end a reason, and nothing else', () => {
    for (const { to, outcome } of Object.values(callTransitions))
      expect(outcome !== null).toBe(to === 'ended');
  });
});
