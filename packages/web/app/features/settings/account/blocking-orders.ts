import { ApiError } from '@guilda/contract/api-error';
import { serviceStatus } from '@guilda/contract/orders/orders';
import { z } from '@guilda/contract/schema';

const blockingOrderSchema = z.object({
  id: z.string(),
  purchaseCode: z.string(),
  productName: z.string(),
  serviceStatus,
});
export type BlockingOrder = z.output<typeof blockingOrderSchema>;

/** Reads the orders that prevent the deletion of the account from the server's error. */
export function blockingOrdersOf(error: unknown): BlockingOrder[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = z.array(blockingOrderSchema).safeParse(error.body['orders']);
  return parsed.success ? parsed.data : [];
}
