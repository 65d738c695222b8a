import { decimal, id, instant, nextCursor, pageQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { z } from './schema.ts';

/** A line of the seller's history; `amount` is signed decimal text. */
export const walletEntry = z.object({
  id,
  kind: z.enum(['sale', 'fee', 'refund', 'withdrawal']),
  amount: decimal,
  paymentId: id.nullable(),
  productName: z.string().nullable(),
  createdAt: instant,
});
export type WalletEntry = z.infer<typeof walletEntry>;

export const walletEndpoints = {
  getWallet: endpoint({
    method: 'GET',
    path: '/api/wallet',
    summary: 'The seller’s money: `held` before the platform fee, `available` after it',
    access: 'user',
    query: pageQuery,
    status: 200,
    output: z.object({
      available: decimal,
      held: decimal,
      entries: z.array(walletEntry),
      nextCursor,
    }),
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
};
