import type { Db } from '../../platform/database/pool.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { PaymentFacts } from '../../ports/payment-provider.ts';
import { findUser, keepAccounts } from '../users/index.ts';
import { returnMoney } from './give-back.ts';
import { sendRefundSoon } from './order-jobs.ts';
import { findPayment, lockPayment, recordMoney } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import {
  confirmRefunds,
  hasRefund,
  refundsUnderWay,
  tellFailed,
  undoRefunds,
} from './refund-store.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';

export interface SettleDeps extends TransitionDeps {
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/**
 * What the provider's word came to:
 * - `paid`: the order is paid now
 * - `unpaid`: nothing has arrived
 * - `expired`: nothing will arrive, and the time to pay is over
 * - `known`: an order that is paid already
 * - `refunded`: the provider gave all of it back by itself, and the order is over
 * - `mismatch`: not exactly the price arrived, buyer or seller has gone, or the seller is suspended; it
 *   goes back
 * - `late`: money for an order that is over; it goes back
 * - `unknown`: no order of this provider
 */
export type Settlement =
  | 'paid'
  | 'unpaid'
  | 'expired'
  | 'known'
  | 'refunded'
  | 'mismatch'
  | 'late'
  | 'unknown';

/** An order as the provider's word and all earlier ones leave it. */
interface Account {
  readonly order: PaymentRow;
  readonly amountPaid: number;
  readonly amountRefunded: number;
  /** Whether this word said anything new, and whether of anything but refunds of ours. */
  readonly news: boolean;
  readonly surprise: boolean;
}

const allBack = ({ amountPaid, amountRefunded }: Account) => amountRefunded >= amountPaid;

/** Exactly the price arrived at once, and nothing of it was to go back but by the provider's doing. */
async function settles(tx: Db, account: Account): Promise<boolean> {
  const { order, amountPaid, amountRefunded } = account;
  const whole = amountPaid === order.price && (amountRefunded === 0 || allBack(account));
  // Money that left the order waiting was refused by whoever learned of it, and passed through.
  const first = order.amountPaid === null;
  return whole && first && !(await hasRefund(tx, order.id));
}

/** The order, after refunds of it that had succeeded were sent back to the provider: the desk has them. */
async function withoutFailed(deps: SettleDeps, tx: Db, order: PaymentRow, facts: PaymentFacts) {
  const { failedRefunds: keys = [], amountRefunded: back } = facts;
  const undone = await undoRefunds(tx, order.id, { keys, back });
  for (const refund of undone) tellFailed(deps, refund, 'came back to the provider');
  return undone.length === 0 ? order : ((await findPayment(tx, order.id)) ?? order);
}

/** What was paid and what went back only grow: an older word never replaces a newer one. */
async function account(tx: Db, order: PaymentRow, facts: PaymentFacts): Promise<Account> {
  const after = await recordMoney(tx, order.id, facts);
  const news = after !== null;
  if (news) await confirmRefunds(tx, order.id);
  return {
    order,
    amountPaid: Math.max(order.amountPaid ?? 0, facts.amountPaid),
    amountRefunded: Math.max(order.amountRefunded, facts.amountRefunded),
    news,
    surprise:
      after?.amountPaid !== order.amountPaid || after.amountTakenBack > order.amountTakenBack,
  };
}

function tellOf(deps: SettleDeps, { order, amountPaid, amountRefunded, ...is }: Account) {
  if (!is.news || !is.surprise) return;
  const { id, price, serviceStatus } = order;
  deps.log.warn(
    { payment: id, serviceStatus, price, amountPaid, amountRefunded },
    'money moved that does not settle its order',
  );
}

/** The provider gave everything back by itself: a refund in its own panel, or a chargeback. */
async function refundByProvider(deps: SettleDeps, tx: Db, orderId: string): Promise<boolean> {
  const move = { paymentId: orderId, by: 'provider', actorId: null } as const;
  const unstarted = await applyTransition(deps, tx, { ...move, action: 'refundUnstarted' });
  return Boolean(
    unstarted ?? (await applyTransition(deps, tx, { ...move, action: 'refundStarted' })),
  );
}

/** The price for an order that waits for it: paid, and over again when it went back meanwhile. */
async function pay(deps: SettleDeps, tx: Db, money: Account): Promise<Settlement> {
  const { order } = money;
  const move = { action: 'pay', paymentId: order.id, by: 'provider', actorId: null } as const;
  const paid = await applyTransition(deps, tx, move);
  if (!paid) throw new Error(`order ${order.id} moved while it was locked`);
  if (!allBack(money)) return 'paid';
  await refundByProvider(deps, tx, order.id);
  return 'refunded';
}

/** Money for an order that is paid: nothing new, more than its price, or all of it back. */
async function reviseSale(deps: SettleDeps, tx: Db, money: Account): Promise<Settlement> {
  const { order } = money;
  if (allBack(money) && (await refundByProvider(deps, tx, order.id))) return 'refunded';
  await returnMoney(deps, tx, order, 'overpaid');
  // A chargeback of a completed sale changes nothing here; people must look at it.
  tellOf(deps, money);
  return 'known';
}

/** Money that moves no order goes back, whole. */
async function refuse(
  deps: SettleDeps,
  tx: Db,
  money: Account,
  reason: 'late' | 'wrong_amount' | 'account_closed',
): Promise<Settlement> {
  await returnMoney(deps, tx, money.order, reason);
  tellOf(deps, money);
  return reason === 'late' ? 'late' : 'mismatch';
}

/** The checkout is closed unpaid: the order is over as soon as its own time is. */
async function expire(deps: SettleDeps, tx: Db, paymentId: string): Promise<Settlement> {
  const move = { action: 'expire', paymentId, by: 'system', actorId: null } as const;
  return (await applyTransition(deps, tx, move)) ? 'expired' : 'unpaid';
}

/** Nobody is served by a seller whom the team has suspended; hold the account. */
async function maySell(tx: Db, sellerId: string): Promise<boolean> {
  return (await findUser(tx, sellerId))?.suspendedAt === null;
}

async function apply(deps: SettleDeps, tx: Db, money: Account): Promise<Settlement> {
  const { buyerId, sellerId, serviceStatus } = money.order;
  const over = serviceStatus === 'cancelled' || serviceStatus === 'refunded';
  if (serviceStatus !== 'awaiting_payment') {
    // What is known was acted upon by the transaction that learned it.
    if (!money.news) return over ? 'late' : 'known';
    return over ? refuse(deps, tx, money, 'late') : reviseSale(deps, tx, money);
  }
  if (!(await settles(tx, money))) return refuse(deps, tx, money, 'wrong_amount');
  const sells = (await keepAccounts(tx, [buyerId, sellerId])) && (await maySell(tx, sellerId));
  return sells ? pay(deps, tx, money) : refuse(deps, tx, money, 'account_closed');
}

/**
 * {@link settlePayment} without asking about refunds under way, for whoever is asking about one: the
 * answer would set off the same question again, without end.
 */
export async function settleQuietly(
  deps: SettleDeps,
  tx: Db,
  provider: string,
  facts: PaymentFacts,
): Promise<Settlement> {
  // Other shops may share the provider's account: their ids need not look like ours.
  const order = isUuid(facts.orderId) ? await lockPayment(tx, facts.orderId, provider) : null;
  if (!order) return 'unknown';
  if (facts.status === 'expired') return expire(deps, tx, order.id);
  const arrived = facts.status === 'paid' || facts.status === 'refunded';
  if (!arrived || facts.amountPaid <= 0) return 'unpaid';
  const now = await withoutFailed(deps, tx, order, facts);
  return apply(deps, tx, await account(tx, now, facts));
}

/**
 * Applies what the provider knows of a payment to its order, in the caller's transaction, which
 * holds the order against every other change meanwhile. Any number of times and in any order of
 * facts it ends in the same state: an order is paid once, by exactly its price, and what must not
 * be kept goes back once. What became of refunds under way is asked about after it.
 */
export async function settlePayment(
  deps: SettleDeps,
  tx: Db,
  provider: string,
  facts: PaymentFacts,
): Promise<Settlement> {
  const settlement = await settleQuietly(deps, tx, provider, facts);
  const moved = settlement !== 'unknown' && settlement !== 'unpaid' && settlement !== 'expired';
  if (!moved) return settlement;
  for (const id of await refundsUnderWay(tx, facts.orderId)) await sendRefundSoon(deps, tx, id);
  return settlement;
}
