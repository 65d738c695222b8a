import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import type { FastifyRequest } from 'fastify';
import { paymentsSandboxId } from '../sandbox-api.ts';
import type { CheckoutRow, CheckoutStore } from './checkout-store.ts';

export interface PaymentPagesDeps {
  readonly store: CheckoutStore;
  readonly clock: Clock;
  readonly ids: Ids;
  /** URL of the shop's home page, which the page of an unknown checkout links to. */
  readonly shopUrl: () => string;
  /** Sends the webhook about a change; resolves after the first attempt or after a timeout. */
  readonly sendWebhook: (checkoutId: string) => Promise<void>;
}

/** Body of a form or JSON request, whose fields are read as text. */
export type FormBody = Readonly<Record<string, unknown>>;

/** The checkout that a request's path names; null when there is none. */
export async function findCheckout(
  request: FastifyRequest,
  store: CheckoutStore,
): Promise<CheckoutRow | null> {
  const id = paymentsSandboxId.safeParse((request.params as FormBody)['id']);
  return id.success ? store.byId(id.data) : null;
}
