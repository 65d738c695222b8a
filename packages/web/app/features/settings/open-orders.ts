import { ApiError } from '@guilda/contract/api-error';
import { serviceStatus } from '@guilda/contract/orders';
import { z } from '@guilda/contract/schema';

const openOrder = z.object({
  id: z.string(),
  purchaseCode: z.string(),
  productName: z.string(),
  serviceStatus,
});
export type OpenOrder = z.output<typeof openOrder>;

/** The orders that keep an account from being deleted, as the refusal names them (`product §12`). */
export function openOrdersOf(error: unknown): OpenOrder[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = z.array(openOrder).safeParse(error.body['orders']);
  return parsed.success ? parsed.data : [];
}
