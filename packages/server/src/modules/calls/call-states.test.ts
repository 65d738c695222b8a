import { callStates } from '@guilda/contract/chat/calls';
import { describe, expect, it } from 'vitest';
import { type CallAction, callTransitions } from './call-states.ts';

/** All transitions of docs/product/calls.md, written out here and not derived from `callTransitions`. */
const expectedTransitions: Readonly<
  Record<string, readonly [string, string | null, string, string]>
> = {
  'pending answer': ['opening', null, 'callee', 'ringing'],
  'pending cancel': ['ended', 'cancelled', 'caller', 'always'],
  'pending decline': ['ended', 'declined', 'callee', 'always'],
  'pending expireRinging': ['ended', 'missed', 'clock', 'rung'],
  'opening accept': ['accepted', null, 'room', 'always'],
  'opening fail': ['ended', 'failed', 'room', 'always'],
  'opening cancel': ['ended', 'cancelled', 'caller', 'always'],
  'opening decline': ['ended', 'declined', 'callee', 'always'],
  'opening expireOpening': ['ended', 'failed', 'clock', 'stale'],
  'accepted leaveAsCaller': ['ended', 'left', 'caller', 'always'],
  'accepted leaveAsCallee': ['ended', 'left', 'callee', 'always'],
  'accepted empty': ['ended', 'emptied', 'room', 'always'],
};

const callActions = Object.keys(callTransitions) as CallAction[];

describe('the transition table', () => {
  it.each(callStates.flatMap((from) => callActions.map((action) => [from, action] as const)))(
    'knows of %s what %s does',
    (from, action) => {
      const { to, outcome, by, when, from: fromStates } = callTransitions[action];
      const isAllowedFrom = (fromStates as readonly string[]).includes(from);
      expect(isAllowedFrom ? [to, outcome, by, when] : undefined).toEqual(
        expectedTransitions[`${from} ${action}`],
      );
    },
  );

  it('has no transition from the end state, and none back to the start', () => {
    const order = callStates as readonly string[];
    for (const { from, to } of Object.values(callTransitions))
      for (const fromState of from)
        expect(order.indexOf(to)).toBeGreaterThan(order.indexOf(fromState));
  });

  it('gives an outcome exactly to transitions that end a call', () => {
    for (const { to, outcome } of Object.values(callTransitions))
      expect(outcome !== null).toBe(to === 'ended');
  });
});
