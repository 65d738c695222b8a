import { describe, expect, it } from 'vitest';
import { toPayoutRecord, transactionIntent } from './payout-record.ts';

const withdrawalId = '0195f7a0-0000-7000-8000-000000000001';

/** The record of a payout of R$ 40,00 as Mercado Pago describes it. */
const recordOf = (status: string, details: readonly string[] = [], refunded?: number) =>
  toPayoutRecord(
    transactionIntent.parse({
      id: '1108917506-A1',
      external_reference: withdrawalId,
      status,
      transaction: {
        total_amount: 40,
        refunded_amount: refunded,
        to: { accounts: details.map((status_detail) => ({ status_detail })) },
      },
    }),
  );

describe('the state of a payout', () => {
  it.each([
    ['processed', 'paid'],
    ['success', 'paid'],
    ['partially_reverted', 'paid'],
    ['refunded', 'returned'],
    ['reverted', 'returned'],
    ['rejected', 'failed'],
    ['failed', 'failed'],
    ['error', 'failed'],
    ['canceled', 'failed'],
    ['in_process', 'pending'],
    ['a state of next year', 'pending'],
    ['constructor', 'pending'],
  ])('%s is %s', (status, expected) => {
    expect(recordOf(status)).toMatchObject({ withdrawalId, status: expected, amount: 4000 });
  });

  it('approved is paid only once the money has arrived', () => {
    expect(recordOf('approved').status).toBe('pending');
    expect(recordOf('approved', ['pending_bank']).status).toBe('pending');
    expect(recordOf('approved', ['accredited']).status).toBe('paid');
  });

  it('returned gives back everything, paid gives back the part that the bank returned', () => {
    expect(recordOf('refunded').amountReturned).toBe(4000);
    expect(recordOf('partially_reverted', [], 12.5).amountReturned).toBe(1250);
    expect(recordOf('processed').amountReturned).toBe(0);
  });
});
