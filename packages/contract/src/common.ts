import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { parseMoney } from './money/money.ts';
import { serviceStatuses } from './orders/order-statuses.ts';
import { z } from './schema.ts';

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Schema of an id sent by a client. Text that is not a UUID becomes the nil UUID, so that the request is answered like
 * one with any other unknown id: 404.
 */
export const idInput = z
  .string({ error: errors.invalid_parameter.text })
  .max(200, errors.invalid_parameter.text)
  .transform((value) => (uuidPattern.test(value) ? value.toLowerCase() : NIL_UUID));

/** Schema of an id made by the server (UUIDv7). */
export const id = z.string();

/** Schema of a time in ISO 8601 and UTC. */
export const instant = z.iso.datetime();

/** Schema of an amount in reais as decimal text with a dot: `"49.90"`. */
export const decimal = z.string().regex(/^-?\d+\.\d{2}$/);

/**
 * Schema of an amount that a client sends: decimal text with a dot or comma, converted to centavos. `errorText` is the
 * error text for every invalid amount.
 */
export const amountInput = (errorText: string) =>
  z
    .string({ error: errorText })
    .max(20, errorText)
    .transform((typedAmount, context) => {
      const centavos = parseMoney(typedAmount);
      if (centavos !== null) return centavos;
      context.addIssue({ code: 'custom', message: errorText });
      return z.NEVER;
    });

const wholeNumberInput = z
  .string({ error: errors.invalid_parameter.text })
  .regex(/^\d{1,9}$/, errors.invalid_parameter.text)
  .transform(Number);

/** Query parameters `limit` and `cursor` of every paged list; clients must not interpret the cursor. */
export const pageQuery = z.object({
  limit: wholeNumberInput
    .pipe(
      z
        .number()
        .min(1, errors.invalid_parameter.text)
        .max(limits.page.max, errors.invalid_parameter.text),
    )
    .default(limits.page.initial),
  cursor: z
    .string({ error: errors.invalid_parameter.text })
    .max(400, errors.invalid_parameter.text)
    .optional(),
});

export const nextCursor = z.string().nullable();

/** Schema of a boolean as JSON, or as the text that a form sends. */
export const booleanInput = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')],
  { error: errors.invalid_parameter.text },
);

/** An order that keeps an account from being deleted. */
export const blockingOrder = z.object({
  id,
  purchaseCode: z.string(),
  productName: z.string(),
  serviceStatus: z.enum(serviceStatuses),
});
export type BlockingOrder = z.output<typeof blockingOrder>;

/** Fields that only the refusals in their comments add to the error body. */
const refusalDetails = z.object({
  /** `open_orders` and `wallet_in_debt`. */
  orders: z.array(blockingOrder).optional(),
  /** `wallet_in_debt` when an account is deleted: the amount of the debt. */
  debt: decimal.optional(),
  /** `payout_profile_resting`: the time from which the payout profile can be used. */
  usableFrom: instant.optional(),
});

export type RefusalDetails = z.output<typeof refusalDetails>;

/** Schema of the body of every error answer; see `docs/product/errors.md`. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  ...refusalDetails.shape,
});
