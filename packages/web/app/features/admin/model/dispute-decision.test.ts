import { disputeCodeOf } from '@guilda/contract/money/money-codes';
import { describe, expect, it } from 'vitest';
import {
  decisionBodyOf,
  decisionFormSchema,
  decisionShares,
  sharesText,
} from './dispute-decision.ts';

const schemaForPrice = decisionFormSchema('49.90');
const problemOf = (form: Readonly<Record<string, unknown>>) =>
  schemaForPrice.safeParse({ amount: '', reason: 'Vimos a conversa.', ...form }).error?.issues[0]
    ?.message;

describe('the decision about a dispute', () => {
  it('needs an outcome, a reason, and for a partial refund an amount below the price', () => {
    expect(problemOf({})).toBe('Escolha como termina.');
    expect(problemOf({ outcome: 'refunded', reason: ' ' })).toBe('Motivo obrigatório');
    expect(problemOf({ outcome: 'partly_refunded' })).toBe('Escreva um valor como 20,00.');
    expect(problemOf({ outcome: 'partly_refunded', amount: '49,90' })).toBe(
      'O valor devolvido precisa ser menor que o preço.',
    );
    expect(problemOf({ outcome: 'partly_refunded', amount: '49,89' })).toBeUndefined();
    expect(problemOf({ outcome: 'released', amount: 'vinte' })).toBeUndefined();
  });

  it('says what both people get, with the fee on what the seller keeps', () => {
    const sharesFor = (outcome: 'refunded' | 'partly_refunded' | 'released', amount = '') =>
      decisionShares(outcome, {
        price: '49.90',
        contestedAmount: '0.00',
        amount,
        feePercent: 10,
      });
    expect(sharesFor('refunded')).toEqual({ buyer: 'R$ 49,90', seller: 'R$ 0,00' });
    expect(sharesFor('released')).toEqual({ buyer: 'R$ 0,00', seller: 'R$ 44,91' });
    expect(sharesFor('partly_refunded', '20')).toEqual({
      buyer: 'R$ 20,00',
      seller: 'R$ 26,91',
    });
    expect(sharesFor('partly_refunded')).toBeNull();
    const amounts = { buyer: 'R$ 20,00', seller: 'R$ 26,91' };
    expect(sharesText('partly_refunded', amounts)).toBe(
      'Quem comprou recebe R$ 20,00; quem vendeu fica com R$ 26,91, já sem a taxa',
    );
    expect(sharesText('refunded', amounts)).toContain('quem vendeu não recebe nada');
    expect(sharesText('released', amounts)).toContain('quem comprou não recebe nada');
  });

  it('divides only what the bank has not taken', () => {
    const contested = { price: '200.00', contestedAmount: '50.00', feePercent: 10 };
    const sharesFor = (outcome: 'refunded' | 'partly_refunded' | 'released', amount = '') =>
      decisionShares(outcome, { ...contested, amount });
    expect(sharesFor('released')).toEqual({ buyer: 'R$ 0,00', seller: 'R$ 135,00' });
    expect(sharesFor('partly_refunded', '80')).toEqual({ buyer: 'R$ 80,00', seller: 'R$ 63,00' });
    expect(sharesFor('partly_refunded', '180')).toEqual({ buyer: 'R$ 150,00', seller: 'R$ 0,00' });
    expect(sharesFor('refunded')).toEqual({ buyer: 'R$ 150,00', seller: 'R$ 0,00' });
  });

  it('contains an amount only for a partial refund', () => {
    const form = { amount: '20', reason: 'x' };
    expect(decisionBodyOf({ ...form, outcome: 'released' }, '49.90')).toEqual({
      outcome: 'released',
      reason: 'x',
    });
    expect(decisionBodyOf({ ...form, outcome: 'partly_refunded' }, '49.90')).toEqual({
      outcome: 'partly_refunded',
      refundAmount: '20.00',
      reason: 'x',
    });
  });

  it('shows the code of its order', () => {
    expect(disputeCodeOf('GLD-7K3MQX')).toBe('DIS-7K3MQX');
  });
});
