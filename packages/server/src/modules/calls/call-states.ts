import type { CallOutcome, CallState } from '@guilda/contract/calls';

/** Who may move a call: one of its people, the clock, or the outcome of its room. */
export const callParties = ['caller', 'callee', 'clock', 'room'] as const;
export type CallParty = (typeof callParties)[number];

/** One row of the state machine. */
export interface CallTransition {
  readonly from: readonly CallState[];
  readonly to: CallState;
  readonly by: CallParty;
  /** Set by transitions that end a call. */
  readonly outcome: CallOutcome | null;
  /** `ringing`: while it rings; `rung`: after the ring time; `stale`: when making the room takes too long. */
  readonly when: 'always' | 'ringing' | 'rung' | 'stale';
}

/** All transitions of a call, which starts as `pending` (docs/product/calls.md). */
export const callTransitions = {
  answer: { from: ['pending'], to: 'opening', by: 'callee', outcome: null, when: 'ringing' },
  accept: { from: ['opening'], to: 'accepted', by: 'room', outcome: null, when: 'always' },
  fail: { from: ['opening'], to: 'ended', by: 'room', outcome: 'failed', when: 'always' },
  cancel: {
    from: ['pending', 'opening'],
    to: 'ended',
    by: 'caller',
    outcome: 'cancelled',
    when: 'always',
  },
  decline: {
    from: ['pending', 'opening'],
    to: 'ended',
    by: 'callee',
    outcome: 'declined',
    when: 'always',
  },
  expireRinging: { from: ['pending'], to: 'ended', by: 'clock', outcome: 'missed', when: 'rung' },
  expireOpening: { from: ['opening'], to: 'ended', by: 'clock', outcome: 'failed', when: 'stale' },
  leaveAsCaller: { from: ['accepted'], to: 'ended', by: 'caller', outcome: 'left', when: 'always' },
  leaveAsCallee: { from: ['accepted'], to: 'ended', by: 'callee', outcome: 'left', when: 'always' },
  empty: { from: ['accepted'], to: 'ended', by: 'room', outcome: 'emptied', when: 'always' },
} as const satisfies Record<string, CallTransition>;

export type CallAction = keyof typeof callTransitions;
