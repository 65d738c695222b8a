import { ApiError } from '@guilda/contract/api-error';
import { serviceStatus } from '@guilda/contract/orders';
import { z } from '@guilda/contract/schema';

const openOrder = z.object({
  id: z.string(),
  purchaseCode: z.string(),
  productName: z.string(),
  serviceStatus,
});
export type BlockingOrder = z.output<typeof openOrder>;

/** The orders that prevent the deletion of an account, from the body of the error. */
export function openOrdersIn(error: unknown): BlockingOrder[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = z.array(openOrder).safeParse(error.body['orders']);
  return parsed.success ? parsed.data : [];
}
