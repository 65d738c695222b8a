import { describe, expect, it } from 'vitest';
import { findUnusedRows } from './coverage.ts';
import type { ExplorationResult } from './explore.ts';
import { postRelease } from './postings.ts';
import { allScopes, exploreScope, type ModelScope } from './scopes.ts';
import { orderOf, partsOf } from './steps.ts';
import { applyOrderTransition } from './transitions.ts';

const scopeNamed = (name: string): ModelScope => {
  const scope = allScopes.find((scope) => scope.name.startsWith(name));
  if (!scope) throw new Error(name);
  return scope;
};

describe('the money model', () => {
  const results = new Map<ModelScope, ExplorationResult>();
  /** The result of exploring a scope; each scope is explored once. */
  const exploreOnce = (scope: ModelScope) => {
    const result = results.get(scope) ?? exploreScope(scope, 'small');
    results.set(scope, result);
    return result;
  };
  const smallScopes = allScopes.filter(({ isFullOnly }) => !isFullOnly);

  it.each(smallScopes)('keeps its invariants in all interleavings: $name', (scope) => {
    const result = exploreOnce(scope);
    expect(result.violation).toBeNull();
    expect(result.isComplete).toBe(scope.depth === undefined);
  });

  it('uses every row of the transition tables of orders, disputes and the ledger', () => {
    const rows = smallScopes.flatMap((scope) => [...exploreOnce(scope).rows]);
    expect(findUnusedRows(rows)).toEqual([]);
  });
});

describe('the exploration', () => {
  const disputes = scopeNamed('disputes, clearing and withdrawals of 3 with a fee of 50');

  it('finds money that becomes available before its time, by the shortest path', () => {
    const { violation } = exploreScope(disputes, 'small', {
      ...partsOf,
      endClearing: [
        (run, step) => {
          const order = orderOf(run, step);
          order.clearing = false;
          postRelease(run, order);
          return undefined;
        },
      ],
    });
    expect(violation?.brokenRules).toContain('order 0: money left during clearing or a dispute');
    expect(violation?.path.map((step) => step.split(' ')[0])).toEqual([
      'buyerPays',
      'webhook',
      'webhook',
      'start',
      'complete',
      'endClearing',
    ]);
  });

  it('finds a dispute that does not prevent another refund', () => {
    const { violation } = exploreScope(disputes, 'small', {
      ...partsOf,
      refund: [
        (run, step) => {
          const order = orderOf(run, step);
          order.disputed = false;
          applyOrderTransition(run, order, { action: 'refundStarted', by: 'admin' });
          return undefined;
        },
      ],
    });
    expect(violation?.brokenRules).toContain('order 0: an order does not follow its dispute');
  });

  it('finds a violation that only two concurrent steps can cause', () => {
    // The replaced part cancels an order even if it was paid after the step had read the provider's record.
    const { violation } = exploreScope(scopeNamed('payments'), 'small', {
      ...partsOf,
      cancel: [
        ...partsOf.cancel.slice(0, 2),
        (run, step) => {
          orderOf(run, step).serviceStatus = 'cancelled';
          return undefined;
        },
      ],
    });
    expect(violation?.brokenRules).toContain('order 0: held is not what the state says');
    expect(violation?.path.filter((step) => step.startsWith('cancel'))).toHaveLength(3);
  });
});
