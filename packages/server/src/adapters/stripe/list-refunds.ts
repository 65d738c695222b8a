import type { Stripe } from 'stripe';
import type { z } from 'zod';
import type { StripeApi, StripeResult } from './api.ts';
import { createListSchema, disputeSchema, refundSchema } from './schemas.ts';

interface ListPageParams {
  readonly payment_intent: string;
  readonly limit: number;
  readonly starting_after?: string;
}

type ReadListPage = (
  stripe: Stripe,
  params: ListPageParams,
  options: { readonly timeout: number },
) => Promise<unknown>;

const PAGE_SIZE = 100;

/** Reads all pages of a list that belongs to one payment. */
async function listAll<T extends { id: string }>(
  api: StripeApi,
  call: string,
  { item, paymentId, read }: { item: z.ZodType<T>; paymentId: string; read: ReadListPage },
): Promise<StripeResult<T[]>> {
  const listedItems: T[] = [];
  for (;;) {
    const lastItemId = listedItems.at(-1)?.id;
    const pageParams = {
      payment_intent: paymentId,
      limit: PAGE_SIZE,
      ...(lastItemId && { starting_after: lastItemId }),
    };
    const page = await api(call, createListSchema(item), (stripe, options) =>
      read(stripe, pageParams, options),
    );
    if (page.kind !== 'done') return page;
    const { data, has_more } = page.value;
    listedItems.push(...data);
    if (!has_more || data.length === 0) return { kind: 'done', value: listedItems };
  }
}

/** All refunds of a payment, failed ones included. */
export const listRefunds = (api: StripeApi, paymentId: string) =>
  listAll(api, 'list refunds', {
    item: refundSchema,
    paymentId,
    read: (stripe, params, options) => stripe.refunds.list(params, options),
  });

/** All disputes about a payment. */
export const listDisputes = (api: StripeApi, paymentId: string) =>
  listAll(api, 'list disputes', {
    item: disputeSchema,
    paymentId,
    read: (stripe, params, options) => stripe.disputes.list(params, options),
  });
