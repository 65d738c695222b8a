import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../platform/database/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { PaymentRow } from './payments-table.ts';
import { isPaidAt } from './policy.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

export interface AskDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

export interface ReconcileDeps extends AskDeps {
  readonly clock: Clock;
}

/** The least time between two questions about the same order, in ms. */
const PAUSE_MS = 5_000;
/** How long a reader is kept waiting for the provider's answer, in ms. */
const PATIENCE_MS = 2_000;

export type Reconcile = (
  order: Pick<PaymentRow, 'id' | 'provider' | 'providerCheckoutId'>,
) => Promise<void>;

async function ask(deps: AskDeps, order: Parameters<Reconcile>[0]): Promise<void> {
  const { database, paymentProvider } = deps;
  const { id: orderId, providerCheckoutId } = order;
  if (!isPaidAt(paymentProvider, order)) return;
  const facts = await paymentProvider.lookup({ orderId, providerCheckoutId });
  if (!facts.ok || facts.value.orderId !== orderId) return;
  await database.transaction((tx) => settlePayment(deps, tx, paymentProvider.name, facts.value));
}

/**
 * Applies what the provider knows of an order now; nothing when it does not answer. Never rejects: what
 * goes wrong with one order is logged as `failure`, so that others have their turn.
 */
export async function askProvider(
  deps: AskDeps,
  order: Parameters<Reconcile>[0],
  failure: string,
): Promise<void> {
  try {
    await ask(deps, order);
  } catch (error) {
    deps.log.warn({ err: error, payment: order.id }, failure);
  }
}

/**
 * Asks the provider about an order that its buyer is waiting on, so that a webhook that got lost
 * strands nobody. At most one question at a time and one in five seconds for each order; never
 * rejects and never takes more than two seconds, after which the question goes on by itself.
 */
export function reconciler(deps: ReconcileDeps): Reconcile {
  /** When an order may be asked about again, in ms; never while a question is under way. */
  const notBefore = new Map<string, number>();
  const now = () => deps.clock.now().getTime();
  const attempt = async (order: Parameters<Reconcile>[0]) => {
    notBefore.set(order.id, Number.POSITIVE_INFINITY);
    await askProvider(deps, order, 'reconciling a payment failed');
    notBefore.set(order.id, now() + PAUSE_MS);
  };
  return async (order) => {
    for (const [id, at] of notBefore) if (at <= now()) notBefore.delete(id);
    if (notBefore.has(order.id)) return;
    await Promise.race([attempt(order), wait(PATIENCE_MS, undefined, { ref: false })]);
  };
}
