import { expect } from 'vitest';
import type { Result } from '../../src/platform/result.ts';
import type {
  Checkout,
  CheckoutRequest,
  PaymentMethod,
  PaymentProvider,
  PaymentRef,
} from '../../src/ports/payment-provider.ts';
import type { WebhookRequest } from '../../src/ports/webhook.ts';

/** A payment provider with a simulated payer. */
export interface PaymentProviderHarness {
  readonly provider: PaymentProvider;
  /** The same adapter with a provider that cannot be reached. */
  readonly unreachable: PaymentProvider;
  /** The same adapter with a provider that answers only errors. */
  readonly failing: PaymentProvider;
  /** Which parts of a webhook are signed; a test changes each of their bytes once. */
  readonly signed: { readonly body: boolean; readonly headers: readonly string[] };
  /** The clock by which checkouts and webhooks expire. */
  now(): Date;
  advance(ms: number): void;
  pay(checkout: Checkout, method: PaymentMethod): Promise<void>;
  decline(checkout: Checkout): Promise<void>;
  /**
   * Opens a chargeback of an order's whole payment at the bank, with 7 days for evidence, or decides the order's
   * chargeback for the buyer (`lost`) or against the buyer (`won`). `won` is also possible after `lost`.
   */
  bank(order: { readonly orderId: string }, action: 'open' | 'lost' | 'won'): Promise<void>;
  /** The newest authentic webhook as it arrived. */
  lastWebhook(): Promise<WebhookRequest>;
  /** Creates an authentic webhook with this body, signed now. */
  signedWebhook(rawBody: Buffer): WebhookRequest;
  close(): Promise<void>;
}

/** Functions that create orders at a provider. */
export type OrderFunctions = ReturnType<typeof createOrderFunctions>;

let orderCount = 0;

/** Creates functions for orders at a provider: request, open a checkout, pay. */
export function createOrderFunctions(harness: PaymentProviderHarness) {
  const request = (changes: Partial<CheckoutRequest> = {}): CheckoutRequest => {
    orderCount += 1;
    const orderId = `0199a000-0000-7000-8000-${String(orderCount).padStart(12, '0')}`;
    return {
      orderId,
      reference: `GLD${orderCount}`,
      title: 'Treino de mira & "plano" <semanal>',
      amount: 4500,
      payer: { email: 'ana@example.com', name: 'Ana Souza' },
      returnUrl: `http://shop.example/success?payment=${orderId}`,
      expiresAt: new Date(harness.now().getTime() + 3_600_000),
      idempotencyKey: `checkout-${orderId}`,
      ...changes,
    };
  };
  const openCheckout = async (changes: Partial<CheckoutRequest> = {}) => {
    const checkoutRequest = request(changes);
    return {
      ...checkoutRequest,
      ...unwrapValue(await harness.provider.createCheckout(checkoutRequest)),
    };
  };
  const lookUp = async (ref: PaymentRef) => unwrapValue(await harness.provider.lookup(ref));
  const createPaidOrder = async (method: PaymentMethod = 'pix') => {
    const checkout = await openCheckout();
    await harness.pay(checkout, method);
    const { providerPaymentId } = await lookUp({ orderId: checkout.orderId });
    if (providerPaymentId === null) throw new Error('paid, but without a payment id');
    return { ...checkout, providerPaymentId };
  };
  return { request, openCheckout, lookUp, createPaidOrder };
}

/** The value of a successful result; fails the test on a refusal. */
export function unwrapValue<T, E extends string>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`refused: ${result.code}`);
  return result.value;
}

/** Expects two times to differ by less than a second, because providers are no more precise. */
export function expectSameSecond(foundTime: Date | null, expectedTime: Date): void {
  expect(Math.abs((foundTime?.getTime() ?? 0) - expectedTime.getTime())).toBeLessThan(1000);
}
