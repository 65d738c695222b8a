import type { ServiceStatus } from '@guilda/contract/orders';
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
 * The state of the money model (`docs/product/money.md`): orders, their disputes and refunds, what the payment provider
 * knows, the ledger, and withdrawals. All amounts are in centavos. States are plain data: steps change a copy.
 */

/** Deadlines of an order; each counts only while the order waits for it. */
export const deadlines = ['pay', 'start', 'answer', 'clearing'] as const;
export type Deadline = (typeof deadlines)[number];

/**
 * Accounts of one order in the ledger; `seller` is what became available, also when it was withdrawn since. What
 * chargebacks took of other money of the seller makes it negative.
 */
export const orderAccounts = ['buyer', 'held', 'clearing', 'seller', 'debt', 'platform'] as const;
export type OrderAccount = (typeof orderAccounts)[number] & LedgerAccount;

export interface DisputeModel {
  state: DisputeState;
  offer: number | null;
  outcome: DisputeOutcome | null;
  /** What the outcome gives back to the buyer. */
  refundedAmount: number;
  /** Whether the order was clearing when the dispute was opened. */
  wasClearing: boolean;
  /** Whether the provider ended it by taking the money back. */
  takenBack: boolean;
}

/** A chargeback as the provider knows it; its position among the order's chargebacks is its id. */
export interface BankChargeback {
  readonly amount: number;
  status: ChargebackStatus;
}

/** A chargeback as the database knows it. */
export interface ChargebackModel {
  status: ChargebackStatus;
  orderStatus: ServiceStatus;
  /** What the ledger returned to the buyer, and gave back after the decision for the shop. */
  reversed: number;
  restored: number;
  /** What `reversed` took from `held` and from the fee. */
  held: number;
  fee: number;
}

export interface RefundModel {
  /** Position among the order's refunds. */
  id: number;
  amount: number;
  status: 'pending' | 'succeeded' | 'failed';
  /** Whether the provider returned the money under this refund's idempotency key. */
  sent: boolean;
}

/** The provider's record of an order. */
export interface ProviderModel {
  paid: number;
  /** What went back to the buyer: by refunds of the product, and by the provider on its own. */
  back: number;
  /** Whether the checkout is closed. */
  closed: boolean;
  chargebacks: BankChargeback[];
}

/** An order; fields with the name of a column of `payments` have its meaning. */
export interface OrderModel {
  readonly seller: number;
  readonly price: number;
  serviceStatus: ServiceStatus;
  packOpened: boolean;
  /** Whether `held_until` is set. */
  clearing: boolean;
  /** Whether `open_dispute_id` is set. */
  disputed: boolean;
  refundedPart: number;
  over: Deadline[];
  dispute: DisputeModel | null;
  provider: ProviderModel;
  /** The provider's amounts as they are recorded; `paid` is null before the first payment. */
  recorded: { paid: number | null; back: number; takenBack: number };
  /** The column `charged_back`: what of the received money cannot be returned because of chargebacks. */
  chargedBack: number;
  /** Chargebacks that are recorded; null for one whose notice was not applied yet. */
  chargebacks: (ChargebackModel | null)[];
  refunds: RefundModel[];
  accounts: Record<OrderAccount, number>;
  /** Kinds of movements that are posted. */
  posted: LedgerKind[];
}

export interface WalletModel {
  available: number;
  /** What the seller owes; above zero only while nothing is available. */
  debt: number;
  withdrawing: number;
  paidOut: number;
  /** What orders that are not part of the state any more made available, less what they left as a debt. */
  earnedBefore: number;
  suspended: boolean;
}

export interface WithdrawalModel {
  readonly seller: number;
  readonly amount: number;
  status: 'requested' | 'sending' | 'settled' | 'refused';
  payout: PayoutModel | null;
}

/** The payout of a withdrawal that the payout provider shall pay. */
export interface PayoutModel {
  /** Calls that were begun. */
  calls: number;
  /** Whether no further call may be begun. */
  closed: boolean;
  /** Whether the provider's id of it is known. */
  answered: boolean;
  /** The last state that the provider told; null before. */
  known: PayoutStatus | null;
  /** The state at the provider; null when it got no call. */
  status: PayoutStatus | null;
}

/** Settings in force; they count for what happens from then on. */
export interface ModelSettings {
  readonly feePercent: number;
  /** Whether an order clears after its completion by the seller, and by the buyer. */
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

/** What chargebacks take from a payment; nothing once they are won. */
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

/** Whether the order waits for a deadline. */
export function waitsFor(order: OrderModel, deadline: Deadline): boolean {
  if (deadline === 'pay') return order.serviceStatus === 'awaiting_payment';
  if (deadline === 'start') return order.serviceStatus === 'awaiting_start';
  return deadline === 'answer' ? order.dispute?.state === 'open' : order.clearing;
}

/** Brings equal states to one form: only deadlines and closed checkouts that count, and sorted lists. */
export function normalise(state: MoneyState): MoneyState {
  for (const order of state.orders) {
    if (order.provider.paid > 0) order.provider.closed = false;
    order.over = deadlines.filter((each) => order.over.includes(each) && waitsFor(order, each));
    order.posted.sort();
    order.chargebacks = order.provider.chargebacks.map((_, n) => order.chargebacks[n] ?? null);
  }
  return state;
}

/** What an order keeps of the received money: when it is sold, less what a dispute and chargebacks gave back. */
export function amountToKeep({ serviceStatus, price, refundedPart, chargebacks }: OrderModel) {
  if (!['awaiting_start', 'in_progress', 'complete'].includes(serviceStatus)) return 0;
  return chargebacks.reduce(
    (kept, chargeback) => kept - (chargeback ? chargeback.reversed - chargeback.restored : 0),
    amountDue({ price }) - refundedPart,
  );
}

/** A text that is the same for equal states. */
export const keyOf = (state: MoneyState): string => JSON.stringify(state);
