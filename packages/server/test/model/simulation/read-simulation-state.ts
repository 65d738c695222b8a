import type { LedgerKind } from '../../../src/modules/wallet/ledger/ledger-tables.ts';
import type { Chargeback } from '../../../src/ports/payment-provider.ts';
import {
  type ChargebackModel,
  type Deadline,
  type DisputeModel,
  type ModelSettings,
  type MoneyState,
  normaliseState,
  type OrderModel,
  type PayoutModel,
  type RefundModel,
  type WalletModel,
  type WithdrawalModel,
} from '../state.ts';
import type { Simulation } from './simulation.ts';

export interface OrderIds {
  readonly id: string;
  readonly buyer: number;
  readonly seller: number;
  readonly disputeId: string | null;
  /** Ids of refunds; the position in the list is the id of the refund in the model. */
  readonly refunds: readonly string[];
}

/** Ids of the database rows that a model state represents. */
export interface SimulationIds {
  orders: OrderIds[];
  /** Idempotency keys of withdrawals that may exist; steps add keys to this list. */
  withdrawalKeys: string[];
  withdrawals: string[];
  /** Money that ended orders and withdrawals left in each wallet. */
  readonly endedRowSums: { earned: number; paidOut: number }[];
}

interface OrderRow {
  readonly id: string;
  readonly price: number;
  readonly service_status: OrderModel['serviceStatus'];
  readonly pack_opened: boolean;
  /** Whether the order's money is in clearing: `held_until` is set. */
  readonly clearing: boolean;
  readonly disputed: boolean;
  readonly ended_by_provider: boolean;
  readonly refunded_part: number;
  readonly over: readonly (Deadline | null)[];
  readonly amount_paid: number | null;
  readonly amount_refunded: number;
  readonly amount_taken_back: number;
  readonly charged_back: number;
  readonly chargebacks: readonly (ChargebackModel & { readonly id: string })[];
  readonly dispute: (DisputeModel & { readonly id: string }) | null;
  readonly refunds: readonly { id: string; amount: number; status: RefundModel['status'] }[];
  readonly accounts: Partial<OrderModel['accounts']>;
  readonly posted: readonly LedgerKind[];
}

const ordersQuery = `
  SELECT p.id, p.price, p.service_status, p.pack_opened_at IS NOT NULL AS pack_opened,
    p.held_until IS NOT NULL AS clearing, p.open_dispute_id IS NOT NULL AS disputed, p.refunded_part,
    EXISTS (SELECT FROM payment_steps s WHERE s.payment_id = p.id AND s.status = 'refunded'
      AND s.actor = 'provider') AS ended_by_provider,
    ARRAY[CASE WHEN p.expires_at <= now() THEN 'pay' END, CASE WHEN p.start_by <= now() THEN 'start' END,
      CASE WHEN p.held_until <= now() THEN 'clearing' END,
      CASE WHEN d.answer_by <= now() THEN 'answer' END] AS over,
    p.amount_paid, p.amount_refunded, p.amount_taken_back, p.charged_back,
    (SELECT coalesce(json_agg(json_build_object('id', c.provider_chargeback_id, 'status', c.status,
      'orderStatus', c.order_status, 'reversed', c.reversed, 'restored', c.restored,
      'held', -coalesce(m.held, 0), 'fee', -coalesce(m.platform, 0))), '[]') FROM chargebacks c
      LEFT JOIN LATERAL (SELECT sum(e.amount) FILTER (WHERE e.account = 'held') AS held,
        sum(e.amount) FILTER (WHERE e.account = 'platform') AS platform
        FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.chargeback_id = c.id AND t.kind = 'chargeback') m ON true
      WHERE c.payment_id = p.id) AS chargebacks,
    CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'state', d.state, 'offer', d.offer,
      'outcome', d.outcome, 'refundedAmount', d.refunded_amount,
      'wasClearing', d.clearing_left IS NOT NULL,
      'takenBack', d.resolved_by IS NOT DISTINCT FROM 'provider') END AS dispute,
    (SELECT coalesce(json_agg(json_build_object('id', r.id, 'amount', r.amount, 'status', r.status)
      ORDER BY r.created_at, r.id), '[]') FROM refunds r WHERE r.payment_id = p.id) AS refunds,
    (SELECT coalesce(json_object_agg(account, amount), '{}') FROM (
      SELECT e.account, sum(e.amount) AS amount FROM ledger_transactions t
        JOIN ledger_entries e ON e.transaction_id = t.id
        WHERE t.payment_id = p.id OR t.chargeback_id IN (SELECT id FROM chargebacks WHERE payment_id = p.id)
        GROUP BY 1) s) AS accounts,
    (SELECT coalesce(array_agg(t.kind), '{}') FROM ledger_transactions t
      WHERE t.payment_id = p.id) AS posted
  FROM payments p LEFT JOIN disputes d ON d.payment_id = p.id WHERE p.id = ANY($1)`;

const walletsQuery = `
  SELECT u.uid, u.suspended_at IS NOT NULL AS suspended,
    coalesce(sum(balance) FILTER (WHERE account = 'seller'), 0)::bigint AS available,
    coalesce(-sum(balance) FILTER (WHERE account = 'debt'), 0)::bigint AS debt,
    coalesce(sum(balance) FILTER (WHERE account = 'withdrawing'), 0)::bigint AS withdrawing
  FROM users u LEFT JOIN ledger_balances b ON b.owner_id = u.uid
  WHERE u.uid = ANY($1) GROUP BY u.uid`;

const withdrawalsQuery = `
  SELECT w.id, w.idempotency_key, w.owner_id, w.amount::integer, w.status, (SELECT coalesce(sum(e.amount), 0)::integer
    FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
    WHERE t.withdrawal_id = w.id AND e.account = 'paid_out') AS paid_out,
    CASE WHEN o.withdrawal_id IS NOT NULL THEN json_build_object('calls', o.attempts, 'closed', o.closed,
      'answered', o.provider_payout_id IS NOT NULL, 'known', o.status) END AS payout
  FROM withdrawals w LEFT JOIN payouts o ON o.withdrawal_id = w.id WHERE w.owner_id = ANY($1) AND w.idempotency_key = ANY($2)
  ORDER BY w.created_at, w.id`;

/** Sorts chargebacks by id, which is the order in which the bank opened them. */
const sortById = (chargebacks: readonly Chargeback[]) =>
  [...chargebacks].sort((one, other) => one.id.localeCompare(other.id));

function toChargeback({ chargebacks }: OrderRow, providerId: string): ChargebackModel | null {
  const chargeback = chargebacks.find(({ id }) => id === providerId);
  if (!chargeback) return null;
  const { status, orderStatus, reversed, restored, held, fee } = chargeback;
  return { status, orderStatus, reversed, restored, held, fee };
}

function toOrder(simulation: Simulation, orderRow: OrderRow, seller: number): OrderModel {
  const {
    amountPaid,
    amountRefunded,
    status,
    chargebacks = [],
  } = simulation.provider.recordOf(orderRow.id);
  const sentRefunds = simulation.provider.refundsOf(orderRow.id);
  const { id: _, ...dispute } = orderRow.dispute ?? { id: '' };
  return {
    seller,
    price: orderRow.price,
    serviceStatus: orderRow.service_status,
    packOpened: orderRow.pack_opened,
    clearing: orderRow.clearing,
    disputed: orderRow.disputed,
    endedByProvider: orderRow.ended_by_provider,
    refundedPart: orderRow.refunded_part,
    over: orderRow.over.filter((deadline) => deadline !== null),
    dispute: orderRow.dispute && (dispute as DisputeModel),
    provider: {
      paid: amountPaid,
      back: amountRefunded,
      closed: status === 'expired',
      chargebacks: sortById(chargebacks).map((chargeback) => ({
        amount: chargeback.amount,
        status: chargeback.status,
      })),
    },
    recorded: {
      paid: orderRow.amount_paid,
      back: orderRow.amount_refunded,
      takenBack: orderRow.amount_taken_back,
    },
    chargedBack: orderRow.charged_back,
    chargebacks: sortById(chargebacks).map(({ id }) => toChargeback(orderRow, id)),
    refunds: orderRow.refunds.map(({ id, amount, status: state }, n) => ({
      id: n,
      amount,
      status: state,
      sent: sentRefunds[id] !== undefined,
    })),
    accounts: {
      buyer: 0,
      held: 0,
      clearing: 0,
      seller: 0,
      debt: 0,
      platform: 0,
      ...orderRow.accounts,
    },
    posted: [...orderRow.posted],
  };
}

interface WalletRow {
  readonly uid: string;
  readonly suspended: boolean;
  readonly available: string;
  readonly debt: string;
  readonly withdrawing: string;
}

interface WithdrawalRow {
  readonly id: string;
  readonly idempotency_key: string;
  readonly owner_id: string;
  readonly amount: number;
  readonly status: WithdrawalModel['status'];
  readonly paid_out: number;
  readonly payout: Omit<PayoutModel, 'status'> | null;
}

function toWallet(
  row: WalletRow | undefined,
  withdrawals: readonly WithdrawalRow[],
  endedSums = { earned: 0, paidOut: 0 },
): WalletModel {
  const ownWithdrawals = withdrawals.filter(({ owner_id }) => owner_id === row?.uid);
  return {
    available: Number(row?.available),
    debt: Number(row?.debt),
    withdrawing: Number(row?.withdrawing),
    paidOut: endedSums.paidOut + ownWithdrawals.reduce((sum, { paid_out }) => sum + paid_out, 0),
    earnedBefore: endedSums.earned,
    suspended: row?.suspended === true,
  };
}

/** Stores the ids of the rows that were read, by the positions that they have in the state. */
function updateIds(
  ids: SimulationIds,
  rowsByOrder: Map<string, OrderRow>,
  withdrawals: WithdrawalRow[],
) {
  ids.orders = ids.orders.map((order) => ({
    ...order,
    disputeId: rowsByOrder.get(order.id)?.dispute?.id ?? null,
    refunds: rowsByOrder.get(order.id)?.refunds.map(({ id }) => id) ?? [],
  }));
  ids.withdrawals = withdrawals.map(({ id }) => id);
  ids.withdrawalKeys = withdrawals.map(({ idempotency_key }) => idempotency_key);
}

/** Reads the state of database and provider as a model state; updates the ids. */
export async function readSimulationState(
  simulation: Simulation,
  ids: SimulationIds,
  settings: ModelSettings,
): Promise<MoneyState> {
  const { pool } = simulation.watcher;
  const uids = simulation.sellers.map(({ uid }) => uid);
  const [orderRows, walletRows, { rows: withdrawals }] = await Promise.all([
    pool.query<OrderRow>(ordersQuery, [ids.orders.map(({ id }) => id)]),
    pool.query<WalletRow>(walletsQuery, [uids]),
    pool.query<WithdrawalRow>(withdrawalsQuery, [uids, ids.withdrawalKeys]),
  ]);
  const rowsByOrder = new Map(orderRows.rows.map((row) => [row.id, row]));
  const orders = ids.orders.map((order): OrderModel => {
    const orderRow = rowsByOrder.get(order.id);
    if (!orderRow) throw new Error(`order ${order.id} is not in the database`);
    return toOrder(simulation, orderRow, order.seller);
  });
  updateIds(ids, rowsByOrder, withdrawals);
  const wallets = uids.map((uid, n) => {
    const walletRow = walletRows.rows.find((wallet) => wallet.uid === uid);
    return toWallet(walletRow, withdrawals, ids.endedRowSums[n]);
  });
  return normaliseState({
    settings,
    orders,
    wallets,
    withdrawals: withdrawals.map(({ id, owner_id, amount, status, payout }) => ({
      seller: uids.indexOf(owner_id),
      amount,
      status,
      payout: payout && { ...payout, status: simulation.payouts.statusOf(id) },
    })),
  });
}
