import type { VerifiedAge } from '@guilda/contract/accounts/users';
import type { SeenOffer } from '@guilda/contract/orders/seen-offer';
import type { Person } from '../../../platform/actor.ts';
import { afterCommit } from '../../../platform/database/after-commit.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, ok, okReplayed, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Meter } from '../../../ports/meter.ts';
import type { PaymentProvider } from '../../../ports/payment-provider.ts';
import { findServiceOffer, lockServiceForOrder, type ServiceOffer } from '../../catalog/index.ts';
import { ensureConversation } from '../../messaging/index.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import { copyPackFilesToOrder } from '../../pack-files/index.ts';
import {
  canSeeAdultContent,
  hasAgeRequirement,
  isBlockedBetween,
  isOfAccountAge,
  lockOpenAccounts,
  lockUnblockedPair,
} from '../../users/index.ts';
import { initialStatusOf } from '../lifecycle/order-states.ts';
import { insertOrderStep } from '../lifecycle/step-store.ts';
import { amountDue, isFreeOrder } from '../order-amount-columns.ts';
import { type OrderQueue, scheduleExpiry, scheduleUnstartedRefund } from '../order-jobs.ts';
import {
  copySoldService,
  findOrderByIdempotencyKey,
  insertOrder,
  type OrderTimeouts,
} from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { toNotifiedOrder } from '../policy.ts';
import { createPurchaseCode } from './purchase-code.ts';

export interface PlaceOrderDeps extends OrderQueue, OrderTimeouts {
  readonly database: Database;
  readonly ids: Ids;
  readonly paymentProvider: PaymentProvider;
  /** Minimum age in years that sellers must have proven (`ACCOUNT_AGE`); null when no age is required. */
  readonly accountAge: VerifiedAge | null;
  /** Counts new orders; without a meter nothing is counted. */
  readonly meter?: Meter;
}

export interface PlaceOrderInput {
  readonly serviceId: string;
  /** What the buyer read about the service; undefined for clients that do not say. */
  readonly seen?: SeenOffer | undefined;
  readonly idempotencyKey: string;
}

export type PlaceOrderRefusal =
  | 'service_not_found'
  | 'service_unavailable'
  | 'service_changed'
  | 'age_required'
  | 'own_service'
  | 'adults_only'
  | 'blocked'
  | 'idempotency_mismatch';

/** Number of random purchase codes tried before an error is thrown. */
const MAX_CODE_ATTEMPTS = 10;

/** The part of an offer that a buyer reads, in a form that can be compared. */
const comparableOffer = ({ title, description, archives }: SeenOffer): string =>
  JSON.stringify([
    title,
    description,
    archives.map(({ kind, count }) => `${kind} ${count}`).sort(),
  ]);

/** Returns the offer of a service, or the reason why this person may not buy it. */
async function checkOffer(
  db: Db,
  actor: Person,
  { serviceId, seen }: PlaceOrderInput,
): Promise<Result<ServiceOffer, PlaceOrderRefusal>> {
  const offer = await findServiceOffer(db, actor, serviceId);
  if (!offer) return err('service_not_found');
  if (await isBlockedBetween(db, actor.uid, offer.sellerId)) return err('blocked');
  if (offer.adult && !canSeeAdultContent(actor)) return err('adults_only');
  if (offer.sellerId === actor.uid) return err('own_service');
  if (offer.status !== 'active') return err('service_unavailable');
  if (seen && comparableOffer(seen) !== comparableOffer(offer)) return err('service_changed');
  return ok(offer);
}

/**
 * Whether the seller has not proved their age although a proof is required: by the team from this seller, or by
 * `ACCOUNT_AGE` from everybody who sells.
 */
async function needsAgeProofToSell(
  { accountAge }: PlaceOrderDeps,
  tx: Db,
  sellerId: string,
): Promise<boolean> {
  if (await hasAgeRequirement(tx, sellerId)) return true;
  return !(await isOfAccountAge(tx, sellerId, accountAge));
}

/**
 * Locks and returns the offer. Until `tx` ends, nobody can edit, pause or delete the service, and neither buyer nor
 * seller can block the other.
 */
async function lockOffer(
  deps: PlaceOrderDeps,
  tx: Db,
  actor: Person,
  input: PlaceOrderInput,
  sellerId: string,
): Promise<Result<ServiceOffer, PlaceOrderRefusal>> {
  if (!(await lockOpenAccounts(tx, [actor.uid, sellerId]))) return err('service_not_found');
  if (await hasAgeRequirement(tx, actor.uid)) return err('age_required');
  // The buyer must not learn the age of the seller, so the refusal is the same as for a paused service.
  if (await needsAgeProofToSell(deps, tx, sellerId)) return err('service_unavailable');
  if (!(await lockUnblockedPair(tx, actor.uid, sellerId))) return err('blocked');
  await lockServiceForOrder(tx, input.serviceId);
  return checkOffer(tx, actor, input);
}

/** The order that the buyer has already placed with this idempotency key, in any state; null when there is none. */
async function findReplay(
  deps: PlaceOrderDeps,
  actor: Person,
  input: PlaceOrderInput,
): Promise<Result<OrderRow, 'idempotency_mismatch'> | null> {
  const order = await findOrderByIdempotencyKey(deps.database.db, actor.uid, input.idempotencyKey);
  if (!order) return null;
  return order.serviceId === input.serviceId ? okReplayed(order) : err('idempotency_mismatch');
}

function buildOrder(
  deps: PlaceOrderDeps,
  actor: Person,
  input: PlaceOrderInput,
  offer: ServiceOffer,
) {
  return {
    id: deps.ids.uuid(),
    purchaseCode: createPurchaseCode(deps.ids),
    buyerId: actor.uid,
    sellerId: offer.sellerId,
    serviceId: offer.id,
    productName: offer.title,
    type: offer.type,
    price: offer.price,
    photoURL: offer.photoURL,
    adult: offer.adult,
    adultByTeam: offer.adultByTeam,
    serviceStatus: initialStatusOf(amountDue(offer)),
    idempotencyKey: input.idempotencyKey,
    provider: isFreeOrder(offer) ? null : deps.paymentProvider.name,
  };
}

/**
 * Schedules the job for the first deadline of a new order: its cancellation when the time to pay ends, or, for a free
 * order, its refund when the time to start ends. A free order is also announced to the seller, like a paid order.
 */
async function startOrderTimers(deps: PlaceOrderDeps, tx: Db, order: OrderRow): Promise<void> {
  if (order.serviceStatus === 'awaiting_payment') return scheduleExpiry(deps, tx, order);
  await scheduleUnstartedRefund(deps, tx, order);
  await ensureConversation(tx, deps.ids, order.buyerId, order.sellerId);
  await notifyOrderEvent(tx, deps.ids, { is: 'paid' }, toNotifiedOrder(order));
}

/**
 * Inserts the order with copies of the offer and of the pack. Null when the idempotency key or the purchase code exists
 * already; a refusal when the service cannot be bought any more.
 */
function insertNewOrder(
  deps: PlaceOrderDeps,
  actor: Person,
  input: PlaceOrderInput,
  sellerId: string,
) {
  const { ids } = deps;
  return deps.database.transaction(async (tx) => {
    const offerResult = await lockOffer(deps, tx, actor, input, sellerId);
    if (!offerResult.ok) return offerResult;
    const row = await insertOrder(tx, buildOrder(deps, actor, input, offerResult.value), deps);
    if (!row) return null;
    await insertOrderStep(tx, ids, { orderId: row.id, by: 'buyer', actorId: actor.uid });
    await copySoldService(tx, row);
    await copyPackFilesToOrder(tx, { serviceId: row.serviceId, orderId: row.id });
    await startOrderTimers(deps, tx, row);
    const step = { from: 'new', to: row.serviceStatus };
    afterCommit(tx, () => deps.meter?.count('guilda_order_steps_total', step));
    return ok(row);
  });
}

/** Places an order at the current price. A repeated idempotency key returns the order that was placed with it. */
export async function placeOrder(
  deps: PlaceOrderDeps,
  actor: Person,
  input: PlaceOrderInput,
): Promise<Result<OrderRow, PlaceOrderRefusal>> {
  const earlierReplay = await findReplay(deps, actor, input);
  if (earlierReplay) return earlierReplay;
  const offerResult = await checkOffer(deps.database.db, actor, input);
  if (!offerResult.ok) return offerResult;
  for (let attempt = 0; attempt < MAX_CODE_ATTEMPTS; attempt += 1) {
    const insertResult = await insertNewOrder(deps, actor, input, offerResult.value.sellerId);
    if (insertResult?.ok) return insertResult;
    const replay = await findReplay(deps, actor, input);
    if (replay ?? insertResult) return replay ?? (insertResult as Result<never, PlaceOrderRefusal>);
  }
  throw new Error('no free purchase code was found');
}
