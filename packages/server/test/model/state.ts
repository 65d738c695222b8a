import type { ServiceStatus } from '@guilda/contract/orders';
import type {
  DisputeOutcome,
  DisputeState,
} from '../../src/modules/orders/disputes/dispute-states.ts';
import { initialStatusOf } from '../../src/modules/orders/lifecycle/order-states.ts';
import { amountDue } from '../../src/modules/orders/order-amount-columns.ts';
import type { LedgerAccount, LedgerKind } from '../../src/modules/wallet/ledger/ledger-tables.ts';

/*
 * The state of the money model (`docs/product/money.md`): orders, their disputes and refunds, what the payment provider
 * knows, the ledger, and withdrawals. All amounts are in centavos. States are plain data: steps change a copy.
 */

/** Deadlines of an order; each counts only while the order waits for it. */
export const deadlines = ['pay', 'start', 'answer', 'clearing'] as const;
export type Deadline = (typeof deadlines)[number];

/** Accounts of one order in the ledger; `seller` is what became available, also when it was withdrawn since. */
export const orderAccounts = ['buyer', 'held', 'clearing', 'seller', 'platform'] as const;
export type OrderAccount = (typeof orderAccounts)[number] & LedgerAccount;

export interface DisputeModel {
  state: DisputeState;
  offer: number | null;
  outcome: DisputeOutcome | null;
  /** What the outcome gives back to the buyer. */
  refundedAmount: number;
  /** Whether the order was clearing when the dispute was opened. */
  wasClearing: boolean;
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
  refunds: RefundModel[];
  accounts: Record<OrderAccount, number>;
  /** Kinds of movements that are posted. */
  posted: LedgerKind[];
}

export interface WalletModel {
  available: number;
  withdrawing: number;
  paidOut: number;
  /** What orders that are not part of the state any more made available. */
  earnedBefore: number;
  suspended: boolean;
}

export interface WithdrawalModel {
  readonly seller: number;
  readonly amount: number;
  status: 'requested' | 'settled' | 'refused';
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
    provider: { paid: 0, back: 0, closed: false },
    recorded: { paid: null, back: 0, takenBack: 0 },
    refunds: [],
    accounts: { buyer: 0, held: 0, clearing: 0, seller: 0, platform: 0 },
    posted: [],
  };
}

export const newWallet = (): WalletModel => ({
  available: 0,
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

function copyOrder(order: OrderModel): OrderModel {
  return {
    ...order,
    over: [...order.over],
    dispute: order.dispute && { ...order.dispute },
    provider: { ...order.provider },
    recorded: { ...order.recorded },
    refunds: order.refunds.map((refund) => ({ ...refund })),
    accounts: { ...order.accounts },
    posted: [...order.posted],
  };
}

export const copyState = (state: MoneyState): MoneyState => ({
  settings: state.settings,
  orders: state.orders.map(copyOrder),
  wallets: state.wallets.map((wallet) => ({ ...wallet })),
  withdrawals: state.withdrawals.map((withdrawal) => ({ ...withdrawal })),
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
  }
  return state;
}

/** A text that is the same for equal states. */
export const keyOf = (state: MoneyState): string => JSON.stringify(state);
