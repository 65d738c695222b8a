import { endpoints } from '@guilda/contract';
import type { NewReview } from '@guilda/contract/reviews';
import { reviewHandlers } from '../src/modules/reviews/index.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import { apiRig } from './api-rig.ts';
import { addPaidOrderRow, addServiceRow, addUserRow } from './rows.ts';

export const words = { title: 'Muito bom', description: 'Aprendi a mirar.' };

/** A purchase, and the people it is between. */
export interface Sold {
  readonly seller: string;
  readonly buyer: string;
  readonly serviceId: string;
  readonly paymentId: string;
}

/** Reviews behind their real doors, on a database of their own. */
export async function reviewsRig() {
  const rig = await apiRig(({ app, door, ...deps }) =>
    registerEndpoints(app, endpoints.reviews, reviewHandlers(deps), door),
  );
  const { pool } = rig.database;
  const add = async (seller: string, serviceId: string, order = {}, by = ''): Promise<Sold> => {
    const buyer = by || (await addUserRow(pool));
    const people = { service: serviceId, buyer, seller };
    const columns = { service_status: 'complete', ...order };
    return { seller, buyer, serviceId, paymentId: await addPaidOrderRow(pool, people, columns) };
  };
  return {
    ...rig,
    pool,
    /** A seller with a service, a buyer, and their order, complete unless said otherwise. */
    async sale(order: Record<string, unknown> = {}, service: Record<string, unknown> = {}) {
      const seller = await addUserRow(pool);
      return add(seller, await addServiceRow(pool, seller, service), order);
    },
    /** Another completed purchase of the same service, by someone new. */
    another: ({ seller, serviceId }: Sold, order = {}) => add(seller, serviceId, order),
    /** Another completed purchase of the same service by the same buyer. */
    again: ({ seller, serviceId, buyer }: Sold, order = {}) => add(seller, serviceId, order, buyer),
    review: (
      { serviceId, paymentId }: Pick<Sold, 'serviceId' | 'paymentId'>,
      by: string,
      body: Partial<NewReview> = {},
    ) =>
      rig
        .as(by)
        .reviews.createReview({ params: { serviceId, paymentId }, body: { ...words, ...body } }),
    rowOf: async (table: string, key: string, id: string) =>
      (await pool.query(`SELECT * FROM ${table} WHERE ${key} = $1`, [id])).rows[0],
  };
}

export type ReviewsRig = Awaited<ReturnType<typeof reviewsRig>>;
