import { ApiError } from '@guilda/contract/api-error';
import { type BlockingOrder, blockingOrder } from '@guilda/contract/common';
import { z } from '@guilda/contract/schema';

/** Reads the orders that prevent the deletion of the account from the server's error. */
export function blockingOrdersOf(error: unknown): BlockingOrder[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = z.array(blockingOrder).safeParse(error.body['orders']);
  return parsed.success ? parsed.data : [];
}
