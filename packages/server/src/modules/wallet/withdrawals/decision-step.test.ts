import { describe, expect, it } from 'vitest';
import { decisionStepOf } from './decision-step.ts';
import { withdrawalRowStatuses } from './withdrawal-states.ts';

const secondApprovalAmount = 200_000;

/**
 * Status, amount and first approval of a withdrawal, the decision of `ana`, and its result. A withdrawal that is sent or
 * decided was decided by `ana`.
 */
const decisionCases = [
  ['requested', 200_000, null, 'settled', 'settle'],
  ['requested', 200_001, null, 'settled', 'approve'],
  ['approved_once', 200_001, 'ana', 'settled', 'second_admin_needed'],
  ['approved_once', 200_001, 'bia', 'settled', 'settle'],
  // The limit was raised after the first approval, but the same administrator cannot approve twice.
  ['approved_once', 100, 'ana', 'settled', 'second_admin_needed'],
  ['approved_once', 100, 'bia', 'settled', 'settle'],
  ['requested', 200_001, null, 'refused', 'refuse'],
  ['approved_once', 200_001, 'ana', 'refused', 'refuse'],
  ['approved_once', 200_001, 'bia', 'refused', 'refuse'],
  ['settled', 200_001, 'bia', 'settled', 'repeat'],
  ['settled', 100, null, 'refused', 'withdrawal_decided'],
  ['refused', 100, null, 'settled', 'withdrawal_decided'],
  ['refused', 100, null, 'refused', 'repeat'],
  ['requested', 200_000, null, 'sending', 'send'],
  ['requested', 200_001, null, 'sending', 'approve'],
  ['approved_once', 200_001, 'ana', 'sending', 'second_admin_needed'],
  ['approved_once', 200_001, 'bia', 'sending', 'send'],
  ['sending', 100, null, 'sending', 'repeat'],
  ['sending', 100, null, 'settled', 'withdrawal_decided'],
  ['sending', 100, null, 'refused', 'withdrawal_decided'],
  ['settled', 100, null, 'sending', 'repeat'],
  ['refused', 100, null, 'sending', 'withdrawal_decided'],
  ['unclear', 100, null, 'sending', 'repeat'],
  ['unclear', 200_001, null, 'settled', 'settle'],
  ['unclear', 200_001, 'ana', 'settled', 'second_admin_needed'],
  ['unclear', 200_001, 'bia', 'settled', 'settle'],
  ['unclear', 200_001, 'ana', 'refused', 'refuse'],
] as const;

describe('a decision about a withdrawal', () => {
  it.each(decisionCases)('%s, %d centavos, first approved by %s: %s is %s', (...decisionCase) => {
    const [status, amount, firstApprovedBy, decision, expected] = decisionCase;
    const step = decisionStepOf(
      { status, amount, firstApprovedBy, requestedBefore: 0, decidedBy: 'ana' },
      { status: decision, decidedBy: 'ana' },
      secondApprovalAmount,
    );
    expect(step.ok ? step.value : step.code).toBe(expected);
  });

  it.each([
    ['requested', 50_000, 150_000, null, 'settle'],
    ['requested', 50_000, 150_001, null, 'approve'],
    ['approved_once', 50_000, 150_001, 'ana', 'second_admin_needed'],
    ['approved_once', 50_000, 150_001, 'bia', 'settle'],
    // An earlier request was refused after the first approval.
    ['approved_once', 50_000, 0, 'ana', 'second_admin_needed'],
    ['unclear', 50_000, 150_001, null, 'settle'],
  ] as const)(
    '%s, %d centavos after %d of the day before, first approved by %s: settled is %s',
    (...row) => {
      const [status, amount, requestedBefore, firstApprovedBy, expected] = row;
      const step = decisionStepOf(
        { status, amount, requestedBefore, firstApprovedBy, decidedBy: null },
        { status: 'settled', decidedBy: 'ana' },
        secondApprovalAmount,
      );
      expect(step.ok ? step.value : step.code).toBe(expected);
    },
  );

  it.each([
    ['settled', 'settled'],
    ['settled', 'sending'],
    ['sending', 'sending'],
    ['unclear', 'sending'],
  ] as const)('%s by another administrator: %s is withdrawal_decided', (status, decision) => {
    const step = decisionStepOf(
      { status, amount: 100, firstApprovedBy: null, requestedBefore: 0, decidedBy: 'bia' },
      { status: decision, decidedBy: 'ana' },
      secondApprovalAmount,
    );
    expect(step).toEqual({ ok: false, code: 'withdrawal_decided' });
  });

  it('is in the table for every status', () => {
    expect(new Set(decisionCases.map(([status]) => status))).toEqual(
      new Set(withdrawalRowStatuses),
    );
  });
});
