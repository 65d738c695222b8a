import { serviceStatuses } from '@guilda/contract/orders/order-statuses';
import type { ServiceStatus } from '@guilda/contract/orders/orders';
import { describe, expect, it } from 'vitest';
import {
  initialStatusOf,
  isAllowedFor,
  type OrderAction,
  orderTransitions,
  transitionParties,
} from './order-states.ts';

const orderActions = Object.keys(orderTransitions) as OrderAction[];

/** The transitions of `docs/product/orders.md`, repeated independently of the code. */
const allowedTransitions = [
  'awaiting_payment → awaiting_start by provider',
  'awaiting_payment → cancelled by buyer',
  'awaiting_payment → cancelled by system',
  'awaiting_payment → cancelled by system',
  'awaiting_start → in_progress by seller',
  'awaiting_start → refunded by admin',
  'awaiting_start → refunded by buyer',
  // The provider refunds in two cases: a refund in its panel, and a chargeback.
  'awaiting_start → refunded by provider',
  'awaiting_start → refunded by provider',
  'awaiting_start → refunded by seller',
  'awaiting_start → refunded by system',
  'complete → refunded by provider',
  'complete → refunded by provider',
  'in_progress → complete by buyer',
  'in_progress → complete by seller',
  'in_progress → refunded by admin',
  'in_progress → refunded by provider',
  'in_progress → refunded by provider',
];

/** The outcomes of a dispute, which require an unresolved dispute. */
const allowedInDispute = [
  'complete → refunded by admin',
  'complete → refunded by seller',
  'complete → refunded by system',
  'in_progress → complete by admin',
  'in_progress → complete by buyer',
  'in_progress → refunded by admin',
  'in_progress → refunded by seller',
  'in_progress → refunded by system',
];

describe('the states of an order', () => {
  it.each([
    ['without a dispute', false, allowedTransitions],
    ['by the end of a dispute', true, allowedInDispute],
  ])('change %s as specified and in no other way', (_, isDisputed, specifiedTransitions) => {
    const listedTransitions = orderActions
      .filter((action) => (orderTransitions[action].when === 'disputed') === isDisputed)
      .flatMap((action) =>
        transitionParties
          .filter((party) => isAllowedFor(action, party))
          .map((party) => {
            const { from, to } = orderTransitions[action];
            return `${from} → ${to} by ${party}`;
          }),
      );
    expect(listedTransitions.sort()).toEqual(specifiedTransitions);
  });

  it('are all reachable, and visited at most once', () => {
    const actionsFrom = (from: ServiceStatus) =>
      orderActions.filter((action) => orderTransitions[action].from === from);
    const reachableFrom = (
      at: ServiceStatus,
      visitedStates: readonly ServiceStatus[],
    ): ServiceStatus[] => {
      expect(visitedStates).not.toContain(at);
      return [
        at,
        ...actionsFrom(at).flatMap((action) =>
          reachableFrom(orderTransitions[action].to, [...visitedStates, at]),
        ),
      ];
    };
    expect(new Set(reachableFrom('awaiting_payment', []))).toEqual(new Set(serviceStatuses));
  });

  it('post the ledger movements of payment, completion, refund and chargeback', () => {
    for (const action of orderActions) {
      const { from, to, posts } = orderTransitions[action];
      const refundMovement = action.startsWith('chargeback') ? 'chargeback' : 'refund';
      const movements = {
        awaiting_start: 'payment',
        complete: 'completion',
        refunded: refundMovement,
      };
      expect(posts, `${from} → ${to}`).toBe(movements[to as keyof typeof movements] ?? null);
    }
  });

  it('begin in awaiting_start when there is nothing to pay', () => {
    expect(initialStatusOf(0)).toBe('awaiting_start');
    expect(initialStatusOf(1)).toBe('awaiting_payment');
  });
});
