import type { Stripe } from 'stripe';
import type { z } from 'zod';
import type { Ask, Outcome } from './asking.ts';
import { disputeShape, pageOf, refundShape } from './shapes.ts';

interface PageParams {
  readonly payment_intent: string;
  readonly limit: number;
  readonly starting_after?: string;
}

type ReadPage = (
  stripe: Stripe,
  params: PageParams,
  options: { readonly timeout: number },
) => Promise<unknown>;

const PAGE = 100;

/** All there is of a list about one payment, however many pages it has. */
async function listAll<T extends { id: string }>(
  ask: Ask,
  call: string,
  { item, of, read }: { item: z.ZodType<T>; of: string; read: ReadPage },
): Promise<Outcome<T[]>> {
  const all: T[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const params = { payment_intent: of, limit: PAGE, ...(after && { starting_after: after }) };
    const page = await ask(call, pageOf(item), (stripe, options) => read(stripe, params, options));
    if (page.is !== 'done') return page;
    const { data, has_more } = page.value;
    all.push(...data);
    if (!has_more || data.length === 0) return { is: 'done', value: all };
  }
}

/** Every refund of a payment, those that failed too. */
export const listRefunds = (ask: Ask, of: string) =>
  listAll(ask, 'list refunds', {
    item: refundShape,
    of,
    read: (stripe, params, options) => stripe.refunds.list(params, options),
  });

/** Every dispute about a payment. */
export const listDisputes = (ask: Ask, of: string) =>
  listAll(ask, 'list disputes', {
    item: disputeShape,
    of,
    read: (stripe, params, options) => stripe.disputes.list(params, options),
  });
