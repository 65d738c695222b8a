import type { CallOutcome, CallState } from '@guilda/contract/calls';

/** Who may move a call: its two people, the clock, or what becomes of its room. */
export const callParties = ['caller', 'callee', 'clock', 'room'] as const;
export type CallParty = (typeof callParties)[number];

/** One row of the state machine. */
export interface CallTransition {
  readonly from: readonly CallState[];
  readonly to: CallState;
  readonly by: CallParty;
  /** Of the rows that end a call. */
  readonly outcome: CallOutcome | null;
  /** `ringing`: only while it rings; `rung`: only once that is over; `stale`: once making its room takes too long. */
  readonly when: 'always' | 'ringing' | 'rung' | 'stale';
}

/**
 * Every change of state a call can go through (`spec §4`, `product §7`). A call begins as `pending`;
 * what is not listed here cannot happen.
 */
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
  ringOut: { from: ['pending'], to: 'ended', by: 'clock', outcome: 'missed', when: 'rung' },
  giveUp: { from: ['opening'], to: 'ended', by: 'clock', outcome: 'failed', when: 'stale' },
  leaveAsCaller: { from: ['accepted'], to: 'ended', by: 'caller', outcome: 'left', when: 'always' },
  leaveAsCallee: { from: ['accepted'], to: 'ended', by: 'callee', outcome: 'left', when: 'always' },
  empty: { from: ['accepted'], to: 'ended', by: 'room', outcome: 'emptied', when: 'always' },
} as const satisfies Record<string, CallTransition>;

export type CallAction = keyof typeof callTransitions;
