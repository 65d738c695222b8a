import { chargebackStatuses } from '@guilda/contract/orders/order-statuses';
import { describe, expect, it } from 'vitest';
import { chargebackTransitionOf, chargebackTransitions } from './chargeback-states.ts';
import type { ChargebackStatus } from './chargebacks-table.ts';

/** The transitions of `docs/product/money.md`, repeated independently of the code. */
const allowedTransitions = [
  'lost → won: chargeback_won',
  'new → lost: chargeback',
  'new → open: chargeback',
  'new → won: nothing',
  'open → lost: nothing',
  'open → won: chargeback_won',
];

describe('the states of a chargeback', () => {
  it('change as specified and in no other way, each with its movement', () => {
    const listedTransitions = [null, ...chargebackStatuses].flatMap((from) =>
      chargebackStatuses.flatMap((to) => {
        const transition = chargebackTransitionOf(from, to);
        return transition ? [`${from ?? 'new'} → ${to}: ${transition.posts ?? 'nothing'}`] : [];
      }),
    );
    expect(listedTransitions.sort()).toEqual(allowedTransitions);
    expect(chargebackTransitions).toHaveLength(allowedTransitions.length);
  });

  it('move money at most once in each direction, on every way', () => {
    const visitTransitions = (
      at: ChargebackStatus | null,
      earlierMovements: readonly string[],
    ): void => {
      expect(new Set(earlierMovements).size).toBe(earlierMovements.length);
      for (const { from, to, posts } of chargebackTransitions) {
        if (from === at)
          visitTransitions(to, posts ? [...earlierMovements, posts] : earlierMovements);
      }
    };
    visitTransitions(null, []);
  });
});
