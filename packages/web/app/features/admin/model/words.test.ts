import { outcomes } from '@guilda/contract/moderation/moderation';
import { moderationActions } from '@guilda/contract/moderation/moderation-actions';
import { disputeOutcomes } from '@guilda/contract/orders/dispute';
import { screens } from '@guilda/contract/privacy/screens';
import { describe, expect, it } from 'vitest';
import { emptyWords, loggedSubjectText, loggedText, screenText } from './words.ts';

describe('texts of the admin page', () => {
  it('describe every moderation action, outcome and ledger movement in words, not by its code', () => {
    const disputeCodes = disputeOutcomes
      .map((outcome) => `dispute_${outcome}`)
      .filter((each) => each !== 'dispute_withdrawn');
    const moneyCodes = ['retry', 'settle', 'refuse', ...disputeCodes];
    for (const action of [...moderationActions, ...outcomes, ...moneyCodes])
      expect([action, loggedText(action)]).toEqual([action, expect.stringMatching(/^[A-ZÀ-Ü]/)]);
    for (const kind of ['user', 'service', 'post', 'comment', 'review', 'order', 'case', 'refund'])
      expect(loggedSubjectText(kind)).not.toBe(kind);
  });

  it('name every page that is counted', () => {
    for (const screen of screens) expect(screenText(screen)).not.toMatch(/^\/|^other$/);
    expect(screenText('/nova')).toBe('/nova');
  });

  it('do not ask to take what cannot be taken', () => {
    expect(emptyWords('mine', null)).toContain('Pegar');
    expect(emptyWords('mine', 'report')).toContain('Pegar');
    for (const kind of ['withdrawal', 'refund', 'dispute', 'chargeback'] as const)
      expect(emptyWords('mine', kind)).not.toContain('Pegar');
  });
});
