import type { Payment } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import { type Sale, saleOf } from '../catalog/index.ts';
import type { ShowPictureTo } from '../pictures/index.ts';
import { keepAccounts, seesAdult } from '../users/index.ts';
import { checkoutOpener, type OpenCheckoutDeps } from './open-checkout.ts';
import { readPayment } from './order-queries.ts';
import { firstStatus } from './order-states.ts';
import { findByKey, insertPayment } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { newPurchaseCode } from './purchase-code.ts';
import { insertStep } from './step-store.ts';
import { toPayment } from './view.ts';

export interface CheckoutDeps extends OpenCheckoutDeps {
  readonly ids: Ids;
  readonly showPicture: ShowPictureTo;
  /** How long an order waits for its payment; fractions are fine. */
  readonly paymentTimeoutMinutes: number;
}

/** What a buyer asks for. */
interface Wish {
  readonly serviceId: string;
  readonly idempotencyKey: string;
}

type Refused =
  | 'service_not_found'
  | 'service_unavailable'
  | 'own_service'
  | 'adults_only'
  | 'idempotency_mismatch';

/** Tries of a free purchase code before giving up. */
const CODES = 10;

async function sellable(
  deps: CheckoutDeps,
  actor: Person,
  serviceId: string,
): Promise<Result<Sale, Refused>> {
  const sale = await saleOf(deps.database.db, actor, serviceId);
  if (!sale) return err('service_not_found');
  if (sale.adult && !seesAdult(actor)) return err('adults_only');
  if (sale.sellerId === actor.uid) return err('own_service');
  if (sale.status !== 'active') return err('service_unavailable');
  return ok(sale);
}

/** The buyer's earlier order under this key, whatever has become of it. */
async function earlier(
  deps: CheckoutDeps,
  actor: Person,
  wish: Wish,
): Promise<Result<PaymentRow, 'idempotency_mismatch'> | null> {
  const order = await findByKey(deps.database.db, actor.uid, wish.idempotencyKey);
  if (!order) return null;
  return order.serviceId === wish.serviceId ? ok(order) : err('idempotency_mismatch');
}

/** Null when the key, or the purchase code drawn, is taken; refused when one of the two has gone. */
function insert(deps: CheckoutDeps, actor: Person, wish: Wish, sale: Sale) {
  const { ids, paymentProvider, paymentTimeoutMinutes } = deps;
  const order = {
    id: ids.uuid(),
    purchaseCode: newPurchaseCode(ids),
    buyerId: actor.uid,
    sellerId: sale.sellerId,
    serviceId: sale.id,
    productName: sale.title,
    type: sale.type,
    price: sale.price,
    photoURL: sale.photoURL,
    serviceStatus: firstStatus(sale.price),
    idempotencyKey: wish.idempotencyKey,
    provider: sale.price === 0 ? null : paymentProvider.name,
  };
  return deps.database.transaction(async (tx) => {
    const both = await keepAccounts(tx, [order.buyerId, order.sellerId]);
    if (!both) return err('service_not_found');
    const row = await insertPayment(tx, order, paymentTimeoutMinutes);
    if (!row) return null;
    await insertStep(tx, ids, { paymentId: row.id, by: 'buyer', actorId: actor.uid });
    return ok(row);
  });
}

/** The one order of this buyer under this key: the earlier one, or a new one. */
async function place(
  deps: CheckoutDeps,
  actor: Person,
  wish: Wish,
): Promise<Result<PaymentRow, Refused>> {
  const known = await earlier(deps, actor, wish);
  if (known) return known;
  const sale = await sellable(deps, actor, wish.serviceId);
  if (!sale.ok) return sale;
  for (let attempt = 0; attempt < CODES; attempt += 1) {
    const made = await insert(deps, actor, wish, sale.value);
    if (made) return made;
    const rival = await earlier(deps, actor, wish);
    if (rival) return rival;
  }
  throw new Error('no free purchase code was found');
}

export interface CheckedOut {
  readonly payment: Payment;
  readonly checkoutUrl: string | null;
}

/**
 * Buys a service at its price of this moment. The same key gives the same order and address, in
 * whatever number and at whatever time it is sent. The order is committed before the provider is
 * asked, so a failure there (`payment_unavailable`) leaves an order that nobody sees until the same
 * key is sent again and completes it (`product §5`).
 */
export function checkout(deps: CheckoutDeps) {
  const openCheckout = checkoutOpener(deps);
  return async (
    actor: Person,
    wish: Wish,
  ): Promise<Result<CheckedOut, Refused | 'payment_unavailable'>> => {
    const order = await place(deps, actor, wish);
    if (!order.ok) return order;
    const opened = await openCheckout(order.value);
    if (!opened.ok) return opened;
    const reading = await readPayment(deps.database.db, order.value.id);
    if (!reading) throw new Error(`order ${order.value.id} vanished during its checkout`);
    const payment = toPayment(reading, actor.uid, deps.showPicture(actor));
    return ok({ payment, checkoutUrl: opened.value });
  };
}
