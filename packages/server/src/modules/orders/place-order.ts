import { eq } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import { afterCommit } from '../../platform/database/after-commit.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Meter } from '../../ports/meter.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import { copyArchives } from '../archives/index.ts';
import { type Sale, saleOf, services } from '../catalog/index.ts';
import { ensureConversation } from '../messaging/index.ts';
import { recordOrderFact } from '../notifications/index.ts';
import { isBlockedBetween, keepAccounts, keepUnblocked, seesAdult } from '../users/index.ts';
import { expireInTime, type OrderQueue, refundInTime } from './order-jobs.ts';
import { firstStatus } from './order-states.ts';
import { findByKey, insertPayment, type OrderTimeouts } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { newPurchaseCode } from './purchase-code.ts';
import { insertStep } from './step-store.ts';

export interface PlaceOrderDeps extends OrderQueue, OrderTimeouts {
  readonly database: Database;
  readonly ids: Ids;
  readonly paymentProvider: PaymentProvider;
  /** Counts orders on their way; nobody unless told. */
  readonly meter?: Meter;
}

/** What a buyer asks for. */
export interface Wish {
  readonly serviceId: string;
  readonly idempotencyKey: string;
}

export type PlaceRefusal =
  | 'service_not_found'
  | 'service_unavailable'
  | 'own_service'
  | 'adults_only'
  | 'blocked'
  | 'idempotency_mismatch';

/** Tries of a free purchase code before giving up. */
const CODES = 10;

async function sellable(
  db: Db,
  actor: Person,
  serviceId: string,
): Promise<Result<Sale, PlaceRefusal>> {
  const sale = await saleOf(db, actor, serviceId);
  if (!sale) return err('service_not_found');
  if (await isBlockedBetween(db, actor.uid, sale.sellerId)) return err('blocked');
  if (sale.adult && !seesAdult(actor)) return err('adults_only');
  if (sale.sellerId === actor.uid) return err('own_service');
  if (sale.status !== 'active') return err('service_unavailable');
  return ok(sale);
}

/**
 * The sale as it stands until `tx` ends: nobody edits, pauses or deletes the service, and neither
 * blocks the other, meanwhile.
 */
async function heldSale(
  tx: Db,
  actor: Person,
  { id, sellerId }: Sale,
): Promise<Result<Sale, PlaceRefusal>> {
  if (!(await keepAccounts(tx, [actor.uid, sellerId]))) return err('service_not_found');
  if (!(await keepUnblocked(tx, actor.uid, sellerId))) return err('blocked');
  await tx.select({ id: services.id }).from(services).where(eq(services.id, id)).for('share');
  return sellable(tx, actor, id);
}

/** The buyer's earlier order under this key, whatever has become of it. */
async function earlier(
  deps: PlaceOrderDeps,
  actor: Person,
  wish: Wish,
): Promise<Result<PaymentRow, 'idempotency_mismatch'> | null> {
  const order = await findByKey(deps.database.db, actor.uid, wish.idempotencyKey);
  if (!order) return null;
  return order.serviceId === wish.serviceId ? ok(order) : err('idempotency_mismatch');
}

function newOrder(deps: PlaceOrderDeps, actor: Person, wish: Wish, sale: Sale) {
  return {
    id: deps.ids.uuid(),
    purchaseCode: newPurchaseCode(deps.ids),
    buyerId: actor.uid,
    sellerId: sale.sellerId,
    serviceId: sale.id,
    productName: sale.title,
    type: sale.type,
    price: sale.price,
    photoURL: sale.photoURL,
    adult: sale.adult,
    serviceStatus: firstStatus(sale.price),
    idempotencyKey: wish.idempotencyKey,
    provider: sale.price === 0 ? null : deps.paymentProvider.name,
  };
}

/** What a new order sets going: the end of its time to pay, or to start when it is free. */
async function setGoing(deps: PlaceOrderDeps, tx: Db, order: PaymentRow): Promise<void> {
  if (order.serviceStatus === 'awaiting_payment') return expireInTime(deps, tx, order);
  await refundInTime(deps, tx, order);
  await ensureConversation(tx, deps.ids, order.buyerId, order.sellerId);
  await recordOrderFact(tx, deps.ids, { is: 'paid' }, order);
}

/**
 * Writes the order with its own copy of what is sold. Null when the key, or the purchase code drawn,
 * is taken; refused when it cannot be bought any more.
 */
function insert(deps: PlaceOrderDeps, actor: Person, wish: Wish, seen: Sale) {
  const { ids } = deps;
  return deps.database.transaction(async (tx) => {
    const sale = await heldSale(tx, actor, seen);
    if (!sale.ok) return sale;
    const row = await insertPayment(tx, newOrder(deps, actor, wish, sale.value), deps);
    if (!row) return null;
    await insertStep(tx, ids, { paymentId: row.id, by: 'buyer', actorId: actor.uid });
    await copyArchives(tx, { serviceId: row.serviceId, paymentId: row.id });
    await setGoing(deps, tx, row);
    const step = { from: 'new', to: row.serviceStatus };
    afterCommit(tx, () => deps.meter?.count('guilda_order_steps_total', step));
    return ok(row);
  });
}

/** The one order of this buyer under this key: the earlier one, or a new one at the present price. */
export async function placeOrder(
  deps: PlaceOrderDeps,
  actor: Person,
  wish: Wish,
): Promise<Result<PaymentRow, PlaceRefusal>> {
  const known = await earlier(deps, actor, wish);
  if (known) return known;
  const sale = await sellable(deps.database.db, actor, wish.serviceId);
  if (!sale.ok) return sale;
  for (let attempt = 0; attempt < CODES; attempt += 1) {
    const made = await insert(deps, actor, wish, sale.value);
    if (made?.ok) return made;
    const rival = await earlier(deps, actor, wish);
    if (rival ?? made) return rival ?? (made as Result<never, PlaceRefusal>);
  }
  throw new Error('no free purchase code was found');
}
