import { withdrawalStatuses } from '@guilda/contract/money/wallet';
import { describe, expect, it } from 'vitest';
import {
  statusesShownAs,
  unpaidStatuses,
  type WithdrawalTransition,
  withdrawalRowStatuses,
  withdrawalTransitions,
} from './withdrawal-states.ts';

const transitionRows = Object.entries<WithdrawalTransition>(withdrawalTransitions);

describe('the states of a withdrawal', () => {
  it('move money exactly where it changes its place', () => {
    for (const [action, { from, to, posts }] of transitionRows) {
      for (const fromStatus of from) {
        const wasWaiting = unpaidStatuses.includes(fromStatus);
        const isWaiting = unpaidStatuses.includes(to);
        const expected = isWaiting
          ? null
          : to === 'settled'
            ? 'payout'
            : wasWaiting
              ? 'withdrawal_refused'
              : 'payout_returned';
        expect(posts, `${action} from ${fromStatus}`).toBe(expected);
      }
    }
  });

  it('let nobody decide what the provider is sending, and bring nothing back from a refusal', () => {
    for (const [action, { from, by }] of transitionRows) {
      if (by === 'admin') expect(from, action).not.toContain('sending');
      expect(from, action).not.toContain('refused');
    }
  });

  it('are shown as those of the contract, those of the provider as requested', () => {
    const shownStatuses = withdrawalStatuses.map((status) => [status, statusesShownAs(status)]);
    expect(Object.fromEntries(shownStatuses)).toEqual({
      requested: ['requested', 'sending', 'unclear'],
      approved_once: ['approved_once'],
      settled: ['settled'],
      refused: ['refused'],
    });
  });

  it('contain those of the contract, and all can be reached and left, but for the ends', () => {
    expect(withdrawalRowStatuses).toEqual(expect.arrayContaining([...withdrawalStatuses]));
    for (const status of withdrawalRowStatuses) {
      if (status !== 'requested')
        expect(transitionRows.some(([, { to }]) => to === status)).toBe(true);
      if (status !== 'refused')
        expect(transitionRows.some(([, { from }]) => from.includes(status))).toBe(true);
    }
  });
});
