import { describe, expect, it } from 'vitest';
import type { Chargeback } from '../../../ports/payment-provider.ts';
import { matchChargebacks, type StoredChargeback } from './match-chargebacks.ts';

const report = (id: string, amount = 100, provisionalId?: string): Chargeback => ({
  id,
  ...(provisionalId === undefined ? {} : { provisionalId }),
  kind: 'card',
  amount,
  status: 'open',
  evidenceBy: null,
});
const reportOfCase = (caseId: string, amount = 100) => report(`pay-${caseId}`, amount, 'pay');
const reportWithoutCase = report('pay', 100, 'pay');

const store = (
  providerChargebackId: string,
  providerCaseId: string | null = null,
  amount = 100,
): StoredChargeback => ({ providerChargebackId, providerCaseId, amount, status: 'open' });

/** The ids of the rows that the reports belong to, by the ids of the reports; null for new ones. */
const matchesOf = (reports: readonly Chargeback[], rows: readonly StoredChargeback[]) =>
  matchChargebacks(reports, rows).map(({ reported, stored }) => [
    reported.id,
    stored?.providerChargebackId ?? null,
  ]);

describe('a reported chargeback', () => {
  it('is new when no row has its id', () => {
    const reports = [report('dp_1'), reportOfCase('a'), reportWithoutCase];
    expect(matchesOf(reports, [store('dp_2')])).toEqual([
      ['dp_1', null],
      ['pay-a', null],
      ['pay', null],
    ]);
  });

  it('belongs to the row with its own id, in whatever order the cases are found', () => {
    const rows = [store('pay', 'pay-b', 40), store('pay-a', null, 30)];
    expect(matchesOf([reportOfCase('a', 30), reportOfCase('b', 40)], rows)).toEqual([
      ['pay-a', 'pay-a'],
      ['pay-b', 'pay'],
    ]);
  });

  it.each([
    ['of the same amount', 40, 'pay-b'],
    ['that was found first', 100, 'pay-a'],
  ])('gets the row without an own id %s', (_, amount, owner) => {
    const reports = [reportOfCase('a', 30), reportOfCase('b', 40)];
    const matches = new Map(
      matchesOf(reports, [store('pay', null, amount)]) as [string, string | null][],
    );
    expect([...matches].filter(([, row]) => row !== null)).toEqual([[owner, 'pay']]);
  });

  it('that is open is new beside one that was won before its own id was known', () => {
    const won = { ...store('pay'), status: 'won' } as const;
    expect(matchesOf([reportOfCase('a')], [won])).toEqual([['pay-a', null]]);
    expect(matchesOf([{ ...reportOfCase('a'), status: 'won' }], [won])).toEqual([['pay-a', 'pay']]);
  });

  it('without an own id is the only one of its payment, and nothing when there are several', () => {
    const one = store('pay', 'pay-a');
    expect(matchesOf([reportWithoutCase], [one, store('pay2-b')])).toEqual([['pay', 'pay']]);
    expect(matchesOf([reportWithoutCase], [one, store('pay-b')])).toEqual([]);
  });
});
