import type { CallOutcome, CallState } from '@guilda/contract/chat/calls';

/**
 * Who triggers a transition of a call: the caller, the callee, the passing of time, or the opening or closing of the
 * room.
 */
export const callParties = ['caller', 'callee', 'clock', 'room'] as const;
export type CallParty = (typeof callParties)[number];

/** One row of the state machine of calls: from which states, to which state, and by whom. */
export interface CallTransition {
  readonly from: readonly CallState[];
  readonly to: CallState;
  readonly by: CallParty;
  /** Outcome that the transition stores when it ends the call; null for other transitions. */
  readonly outcome: CallOutcome | null;
  /**
   * When the transition is possible. `ringing`: until the ring time has ended; `rung`: after it; `stale`: when opening
   * the room has taken too long.
   */
  readonly when: 'always' | 'ringing' | 'rung' | 'stale';
}

/** All transitions of a call (docs/product/calls.md). A new call is `pending`. */
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
