import type { Payment, ServiceStatus } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import { decodeCursor, pageOf, timeKey } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { readPayment, readPayments } from './order-queries.ts';
import { standingIn } from './policy.ts';
import type { Reconcile } from './reconcile.ts';
import { type PaymentReading, type PaymentViewDeps, paymentView } from './view.ts';

export interface ReadOrdersDeps extends PaymentViewDeps {
  readonly database: Database;
}

export interface OrdersQuery {
  readonly role: 'buyer' | 'seller';
  readonly status?: ServiceStatus | undefined;
  /** Uid of whoever is on the other side. */
  readonly partner?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A page of the own purchases or sales, newest first. */
export const listPayments =
  (deps: ReadOrdersDeps) =>
  async (
    actor: Person,
    query: OrdersQuery,
  ): Promise<Result<{ payments: Payment[]; nextCursor: string | null }, 'invalid_parameter'>> => {
    const after = decodeCursor(query.cursor, timeKey);
    if (!after.ok) return after;
    const { role, status, partner, limit } = query;
    const listing = { uid: actor.uid, role, status, partner, limit, after: after.value };
    const rows = await readPayments(deps.database.db, listing);
    const { page, nextCursor } = pageOf(rows, limit, ({ key, payment }) => ({
      key,
      id: payment.id,
    }));
    return ok({ payments: page.map(paymentView(deps, actor)), nextCursor });
  };

const isAwaitedBy = ({ payment }: PaymentReading, actor: Person) =>
  payment.buyerId === actor.uid && payment.serviceStatus === 'awaiting_payment';

/**
 * One order, for its people and the team. Its buyer waiting for the payment sets off a question to
 * the provider, for the webhook may be late or lost.
 */
export const getPayment =
  (deps: ReadOrdersDeps, reconcile: Reconcile) =>
  async (actor: Person, id: string): Promise<Result<{ payment: Payment }, 'order_not_found'>> => {
    const { db } = deps.database;
    const found = await readPayment(db, id);
    if (!found || !standingIn(found.payment, actor)) return err('order_not_found');
    const view = paymentView(deps, actor);
    if (!isAwaitedBy(found, actor)) return ok({ payment: view(found) });
    await reconcile(found.payment);
    const now = (await readPayment(db, id)) ?? found;
    return ok({ payment: view(now) });
  };
