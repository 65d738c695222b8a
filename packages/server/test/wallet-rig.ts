import { endpoints } from '@guilda/contract';
import type { InjectOptions } from 'fastify';
import {
  postCompletion,
  postPayment,
  postRefund,
  walletHandlers,
} from '../src/modules/wallet/index.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import { apiRig } from './api-rig.ts';
import { assertLedgerMatchesOrders } from './ledger.ts';
import { addPaidOrderRow, addServiceRow, addUserRow } from './rows.ts';

/** What a sale of the rig is; the seller's are all of one service. */
export interface RigSale {
  readonly seller: string;
  /** Centavos. */
  readonly price: number;
  readonly status: 'awaiting_start' | 'complete' | 'refunded';
  readonly title?: string;
}

/** A key that nobody has: its area code and number are those of fiction. */
export const pixKey = '+5511999990000';

/** The wallet behind its real doors, with sellers who have earned, on a database of its own. */
export async function walletRig() {
  const rig = await apiRig(({ app, door, ...deps }) =>
    registerEndpoints(app, endpoints.wallet, walletHandlers(deps), door),
  );
  const { app, database, ids } = rig;
  const { pool } = database;
  const buyer = await addUserRow(pool);
  const services = new Map<string, string>();

  const serviceOf = async (seller: string) => {
    const known = services.get(seller) ?? (await addServiceRow(pool, seller));
    services.set(seller, known);
    return known;
  };

  /** A sale with its money where its state says; the fee is ten percent. */
  const sell = async ({ seller, price: amount, status, title = 'Aula de mira' }: RigSale) => {
    const service = await serviceOf(seller);
    const paymentId = await addPaidOrderRow(
      pool,
      { service, buyer, seller },
      { price: amount, service_status: status, product_name: title },
    );
    const sale = { paymentId, buyerId: buyer, sellerId: seller, amount };
    await database.transaction(async (tx) => {
      await postPayment(tx, ids, sale);
      if (status === 'complete') await postCompletion(tx, ids, { ...sale, feePercent: 10 });
      if (status === 'refunded') await postRefund(tx, ids, sale);
    });
    return paymentId;
  };

  return {
    ...rig,
    pool,
    buyer,
    sell,
    person: (columns = {}) => addUserRow(pool, columns),
    admin: () => addUserRow(pool, { role: 'admin' }),
    /** Someone with exactly this much available, in centavos. */
    async seller(available: number, columns = {}) {
      const seller = await addUserRow(pool, columns);
      const net = Math.ceil(available / 9) * 10;
      if (available > 0) await sell({ seller, price: net, status: 'complete' });
      const over = net - Math.floor((net * 10 + 50) / 100) - available;
      if (over > 0) throw new Error(`no price leaves exactly ${available} centavos`);
      return seller;
    },
    /** A bare request with a person's token. */
    call: (uid: string | null, method: 'GET' | 'POST', url: string, options: InjectOptions = {}) =>
      app.inject({
        method,
        url,
        ...options,
        headers: { ...options.headers, ...(uid ? { authorization: `Bearer ${uid}` } : {}) },
      }),
    async close() {
      await assertLedgerMatchesOrders(pool);
      await rig.close();
    },
  };
}

export type WalletRig = Awaited<ReturnType<typeof walletRig>>;
