import type { ServiceStatus } from '@guilda/contract/orders/orders';
import type { ChargebackStatus } from '../../src/modules/orders/chargebacks/chargebacks-table.ts';
import type {
  DisputeOutcome,
  DisputeState,
} from '../../src/modules/orders/disputes/dispute-states.ts';
import { initialStatusOf } from '../../src/modules/orders/lifecycle/order-states.ts';
import { amountDue } from '../../src/modules/orders/order-amount-columns.ts';
import type { LedgerAccount, LedgerKind } from '../../src/modules/wallet/ledger/ledger-tables.ts';
import type { PayoutStatus } from '../../src/ports/payout-provider.ts';

/*
 * The state of the money model (`docs/product/money.md`): orders with disputes and refunds, the records of the payment
 * provider, the ledger, and withdrawals. All amounts are in centavos. States are plain data; steps change a copy.
 */

/** Deadlines of an order; each matters only while the order waits for it. */
export const deadlineNames = ['pay', 'start', 'answer', 'clearing'] as const;
export type Deadline = (typeof deadlineNames)[number];

/**
 * Ledger accounts of one order. `seller` is the amount that the order made available to its seller, even if it was
 * withdrawn later; it is negative when chargebacks of the order took money that the seller has from other orders.
 */
export const orderAccounts = ['buyer', 'held', 'clearing', 'seller', 'debt', 'platform'] as const;
export type OrderAccount = (typeof orderAccounts)[number] & LedgerAccount;

export interface DisputeModel {
  state: DisputeState;
  offer: number | null;
  outcome: DisputeOutcome | null;
  /** Amount that the outcome returns to the buyer. */
  refundedAmount: number;
  /** Whether the order was clearing when the dispute was opened. */
  wasClearing: boolean;
  /** Whether the provider ended the dispute by returning the money. */
  takenBack: boolean;
}

/** A chargeback at the provider; its position in the list of the order is its id. */
export interface BankChargeback {
  readonly amount: number;
  status: ChargebackStatus;
}

/** A chargeback in the database. */
export interface ChargebackModel {
  status: ChargebackStatus;
  orderStatus: ServiceStatus;
  /** Amount that the ledger returned to the buyer. */
  reversed: number;
  /** Amount that the ledger gave back to the seller's side after the bank decided for the seller. */
  restored: number;
  /** Part of `reversed` that came from held money. */
  held: number;
  /** Part of `reversed` that came from the fee. */
  fee: number;
}

export interface RefundModel {
  /** Unique among the order's refunds; in a state that was read from the database, the position in the list. */
  id: number;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** Whether the provider has returned money under this refund's idempotency key. */
  sent: boolean;
}

/** The provider's record of an order's payment. */
export interface ProviderModel {
  paid: number;
  /** Amount returned to the buyer, by requested refunds and by the provider without a request. */
  back: number;
  /** Whether the checkout is closed. */
  closed: boolean;
  chargebacks: BankChargeback[];
}

/** An order; fields named like a column of `payments` have the same meaning. */
export interface OrderModel {
  readonly seller: number;
  readonly price: number;
  serviceStatus: ServiceStatus;
  packOpened: boolean;
  /** Whether `held_until` is set. */
  clearing: boolean;
  /** Whether `open_dispute_id` is set. */
  disputed: boolean;
  /** Whether the order is refunded because the provider or a bank returned its money. */
  endedByProvider: boolean;
  refundedPart: number;
  over: Deadline[];
  dispute: DisputeModel | null;
  provider: ProviderModel;
  /** The provider's amounts as recorded; `paid` is null before the first payment. */
  recorded: { paid: number | null; back: number; takenBack: number };
  /** The column `charged_back`: received money that cannot be returned because of chargebacks. */
  chargedBack: number;
  /** Recorded chargebacks; null for a chargeback whose webhook was not applied yet. */
  chargebacks: (ChargebackModel | null)[];
  refunds: RefundModel[];
  accounts: Record<OrderAccount, number>;
  /** Kinds of the ledger transactions that were posted for the order. */
  posted: LedgerKind[];
}

export interface WalletModel {
  available: number;
  /** The seller's debt; above zero only while no money is available. */
  debt: number;
  withdrawing: number;
  paidOut: number;
  /** Money of orders that are no longer in the state: what they made available, minus the debts that they left. */
  earnedBefore: number;
  suspended: boolean;
}

export interface WithdrawalModel {
  readonly seller: number;
  readonly amount: number;
  status: 'requested' | 'sending' | 'settled' | 'refused';
  payout: PayoutModel | null;
}

/** The payout of a withdrawal that the payout provider must pay. */
export interface PayoutModel {
  /** Number of calls to the payout provider that were started. */
  calls: number;
  /** Whether no further call may start. */
  closed: boolean;
  /** Whether the provider's id of the payout is known. */
  answered: boolean;
  /** The last state that the provider reported; null before the first report. */
  known: PayoutStatus | null;
  /** The state at the provider; null when no call has reached it. */
  status: PayoutStatus | null;
}

/** Current settings; they apply to later events only. */
export interface ModelSettings {
  readonly feePercent: number;
  /** Whether an order clears after its seller, and after its buyer, has completed it. */
  readonly clears: { readonly seller: boolean; readonly buyer: boolean };
}

export interface MoneyState {
  readonly settings: ModelSettings;
  orders: OrderModel[];
  wallets: WalletModel[];
  withdrawals: WithdrawalModel[];
}

export function newOrder(seller: number, price: number): OrderModel {
  return {
    seller,
    price,
    serviceStatus: initialStatusOf(amountDue({ price })),
    packOpened: false,
    clearing: false,
    disputed: false,
    endedByProvider: false,
    refundedPart: 0,
    over: [],
    dispute: null,
    provider: { paid: 0, back: 0, closed: false, chargebacks: [] },
    recorded: { paid: null, back: 0, takenBack: 0 },
    chargedBack: 0,
    chargebacks: [],
    refunds: [],
    accounts: { buyer: 0, held: 0, clearing: 0, seller: 0, debt: 0, platform: 0 },
    posted: [],
  };
}

export const newWallet = (): WalletModel => ({
  available: 0,
  debt: 0,
  withdrawing: 0,
  paidOut: 0,
  earnedBefore: 0,
  suspended: false,
});

/** A state with these orders and an empty wallet for each seller. */
export function newState(
  settings: ModelSettings,
  orders: readonly OrderModel[],
  sellers = 1 + Math.max(0, ...orders.map(({ seller }) => seller)),
): MoneyState {
  const wallets = Array.from({ length: sellers }, newWallet);
  return { settings, orders: orders.map(copyOrder), wallets, withdrawals: [] };
}

/** Amount that chargebacks take from a payment; won chargebacks take nothing. */
export const chargedBackAmount = ({
  chargebacks,
}: {
  readonly chargebacks: readonly BankChargeback[];
}): number =>
  chargebacks.reduce((sum, { amount, status }) => sum + (status === 'won' ? 0 : amount), 0);

export const copyRecord = (record: Readonly<ProviderModel>): ProviderModel => ({
  ...record,
  chargebacks: record.chargebacks.map((chargeback) => ({ ...chargeback })),
});

function copyOrder(order: OrderModel): OrderModel {
  return {
    ...order,
    over: [...order.over],
    dispute: order.dispute && { ...order.dispute },
    provider: copyRecord(order.provider),
    recorded: { ...order.recorded },
    chargebacks: order.chargebacks.map((chargeback) => chargeback && { ...chargeback }),
    refunds: order.refunds.map((refund) => ({ ...refund })),
    accounts: { ...order.accounts },
    posted: [...order.posted],
  };
}

export const copyState = (state: MoneyState): MoneyState => ({
  settings: state.settings,
  orders: state.orders.map(copyOrder),
  wallets: state.wallets.map((wallet) => ({ ...wallet })),
  withdrawals: state.withdrawals.map(({ payout, ...withdrawal }) => ({
    ...withdrawal,
    payout: payout && { ...payout },
  })),
});

/** Whether the deadline matters in the order's state. */
export function waitsFor(order: OrderModel, deadline: Deadline): boolean {
  if (deadline === 'pay') return order.serviceStatus === 'awaiting_payment';
  if (deadline === 'start') return order.serviceStatus === 'awaiting_start';
  return deadline === 'answer' ? order.dispute?.state === 'open' : order.clearing;
}

/**
 * Normalises a state so that equivalent states are equal: drops deadlines that do not matter and the closing of paid
 * checkouts, sorts `posted`, and gives `chargebacks` an entry for every chargeback at the provider.
 */
export function normaliseState(state: MoneyState): MoneyState {
  for (const order of state.orders) {
    if (order.provider.paid > 0) order.provider.closed = false;
    order.over = deadlineNames.filter((each) => order.over.includes(each) && waitsFor(order, each));
    order.posted.sort();
    order.chargebacks = order.provider.chargebacks.map((_, n) => order.chargebacks[n] ?? null);
  }
  return state;
}

/**
 * The amount of the received money that an order keeps: for a sold order, the price minus what a dispute and
 * chargebacks returned; for any other order, zero.
 */
export function amountToKeep({ serviceStatus, price, refundedPart, chargebacks }: OrderModel) {
  if (!['awaiting_start', 'in_progress', 'complete'].includes(serviceStatus)) return 0;
  return chargebacks.reduce(
    (kept, chargeback) => kept - (chargeback ? chargeback.reversed - chargeback.restored : 0),
    amountDue({ price }) - refundedPart,
  );
}

/** A text that is equal for equal states. */
export const keyOf = (state: MoneyState): string => JSON.stringify(state);
