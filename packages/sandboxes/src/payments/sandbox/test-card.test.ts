import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkTestCard, passesLuhn, testCards } from './test-card.ts';

const today = new Date('2026-11-20T12:00:00Z');
const approvedCard = { number: testCards.approves, name: 'Ana Souza', expiry: '12/30', cvv: '123' };

describe('test cards', () => {
  it('include one number that is approved and one that is declined', () => {
    expect(checkTestCard(approvedCard, today)).toEqual({ result: 'approved' });
    expect(checkTestCard({ ...approvedCard, number: testCards.declines }, today)).toEqual({
      result: 'declined',
    });
  });

  it.each([
    ['number', '', 'Informe o número do cartão.'],
    ['number', '4242 4242 4242 4241', 'Número de cartão inválido. Confira os algarismos.'],
    ['number', 'abc', 'Número de cartão inválido. Confira os algarismos.'],
    [
      'number',
      '5555 5555 5555 4444',
      'Aqui só valem os cartões de teste. Não use um cartão de verdade.',
    ],
    ['name', '   ', 'Informe o nome como está no cartão.'],
    ['expiry', '13/30', 'Use o formato MM/AA.'],
    ['expiry', '1230', 'Use o formato MM/AA.'],
    ['expiry', '10/26', 'Este cartão venceu.'],
    ['cvv', '12', 'O CVV tem 3 ou 4 números.'],
  ])('are refused with the %s "%s"', (field, value, problem) => {
    expect(checkTestCard({ ...approvedCard, [field]: value }, today)).toEqual({
      result: 'invalid',
      problems: { [field]: problem },
    });
  });

  it('are accepted until the end of their month', () => {
    expect(checkTestCard({ ...approvedCard, expiry: '11/26' }, today).result).toBe('approved');
  });

  it('are refused with any single mistyped digit', () => {
    const number = testCards.approves.replaceAll(' ', '');
    fc.assert(
      fc.property(
        fc.nat(number.length - 1),
        fc.integer({ min: 1, max: 9 }),
        (digitIndex, shift) => {
          const digit = (Number(number[digitIndex]) + shift) % 10;
          expect(
            passesLuhn(number.slice(0, digitIndex) + digit + number.slice(digitIndex + 1)),
          ).toBe(false);
        },
      ),
    );
    expect(passesLuhn(number)).toBe(true);
  });
});
