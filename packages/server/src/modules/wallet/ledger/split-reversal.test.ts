import { splitPrice } from '@guilda/contract/money/split-price';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitReversal } from './split-reversal.ts';

const keptPrice = fc
  .record({ price: fc.nat(5_000_000), feePercent: fc.nat(100) })
  .map(({ price, feePercent }) => splitPrice(price, feePercent));

describe('what a chargeback takes', () => {
  it('is exactly fee and share when it takes everything', () => {
    fc.assert(
      fc.property(keptPrice, (money) => {
        expect(splitReversal(money, money.fee + money.net)).toEqual(money);
        expect(splitReversal(money, 0)).toEqual({ fee: 0, net: 0 });
      }),
    );
  });

  it('adds up, is never more than there is, and leaves nothing after any parts', () => {
    fc.assert(
      fc.property(
        keptPrice,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (money, shares) => {
          let remainingMoney = money;
          for (const share of [...shares, 1]) {
            const amount = Math.floor((remainingMoney.fee + remainingMoney.net) * share);
            const reversal = splitReversal(remainingMoney, amount);
            expect(reversal.fee + reversal.net).toBe(amount);
            remainingMoney = {
              fee: remainingMoney.fee - reversal.fee,
              net: remainingMoney.net - reversal.net,
            };
            expect(
              Math.min(reversal.fee, reversal.net, remainingMoney.fee, remainingMoney.net),
            ).toBeGreaterThanOrEqual(0);
          }
          expect(remainingMoney).toEqual({ fee: 0, net: 0 });
        },
      ),
    );
  });

  it('is in proportion, with the remaining fee rounded half up', () => {
    expect(splitReversal({ fee: 2000, net: 18_000 }, 5000)).toEqual({ fee: 500, net: 4500 });
    expect(splitReversal({ fee: 1, net: 9 }, 5)).toEqual({ fee: 0, net: 5 });
  });

  it.each([-1, 11, 0.5])('is refused as %s of ten centavos', (amount) => {
    expect(() => splitReversal({ fee: 1, net: 9 }, amount)).toThrow(RangeError);
  });
});
