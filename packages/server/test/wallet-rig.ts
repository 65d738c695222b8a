import { endpoints } from '@guilda/contract';
import type { InjectOptions } from 'fastify';
import type pg from 'pg';
import { recordAction } from '../src/modules/moderation/index.ts';
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

/**
 * `count` completed sales like the one there is, each `apart` seconds before the other. Written past
 * the triggers, which would take their time over so many; what they keep is kept here.
 */
async function copySales(pool: pg.Pool, paymentId: string, count: number, apart: number) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL session_replication_role = 'replica'`);
    await client.query(
      `INSERT INTO payments (id, purchase_code, buyer_id, seller_id, service_id, product_name, type,
         price, photo_url, service_status, idempotency_key, expires_at)
       SELECT gen_random_uuid(), purchase_code || n, buyer_id, seller_id, service_id, product_name,
         type, price, photo_url, service_status, gen_random_uuid(), expires_at
       FROM payments, generate_series(1, $2) AS n WHERE id = $1`,
      [paymentId, count],
    );
    await client.query(
      `INSERT INTO ledger_transactions (id, kind, payment_id, created_at)
       SELECT gen_random_uuid(), kind, p.id, now() - row_number() OVER () * $2 * interval '1 s'
       FROM payments p JOIN payments f USING (seller_id), unnest('{payment,completion}'::text[]) AS kind
       WHERE f.id = $1 AND p.id <> $1`,
      [paymentId, apart],
    );
    await client.query(
      `INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount, created_at)
       SELECT gen_random_uuid(), t.id, e.account, e.owner_id, e.amount, t.created_at
       FROM ledger_transactions first
         JOIN ledger_entries e ON e.transaction_id = first.id
         JOIN payments f ON f.id = first.payment_id
         JOIN payments p ON p.seller_id = f.seller_id AND p.id <> f.id
         JOIN ledger_transactions t ON t.payment_id = p.id AND t.kind = first.kind
       WHERE f.id = $1`,
      [paymentId],
    );
    await client.query(
      `UPDATE ledger_balances SET balance = balance * ($2 + 1)
       WHERE owner_id = (SELECT seller_id FROM payments WHERE id = $1)`,
      [paymentId, count],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** A key that nobody has: its area code and number are those of fiction. */
export const pixKey = '+5511999990000';

/** The wallet behind its real doors, with sellers who have earned, on a database of its own. */
export async function walletRig() {
  const rig = await apiRig(({ app, door, ...deps }) =>
    registerEndpoints(
      app,
      endpoints.wallet,
      walletHandlers({ ...deps, recordAction: recordAction(deps) }),
      door,
    ),
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
    /**
     * Completed sales of R$ 10,00 by someone who has sold nothing yet: all but one of one instant,
     * or `apart` seconds from each other.
     */
    async manySales(seller: string, count: number, apart = 0) {
      const first = await sell({ seller, price: 1000, status: 'complete' });
      await copySales(pool, first, count - 1, apart);
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

/** What tests of withdrawals ask of the rig, which is there once the tests run. */
export const withdrawalCalls = (rig: () => WalletRig) => ({
  ask: (uid: string, amount: string, key = pixKey, idempotencyKey?: string) =>
    rig()
      .as(uid)
      .wallet.requestWithdrawal({
        body: { amount, pixKey: key },
        ...(idempotencyKey ? { idempotencyKey } : {}),
      }),
  settle: (uid: string, id: string) => rig().as(uid).wallet.settleWithdrawal({ params: { id } }),
  refuse: (uid: string, id: string, reason = 'Chave de outra pessoa.') =>
    rig().as(uid).wallet.refuseWithdrawal({ params: { id }, body: { reason } }),
  async balances(uid: string) {
    const { available, held, fees, withdrawing } = await rig().as(uid).wallet.getWallet();
    return { available, held, fees, withdrawing };
  },
});
