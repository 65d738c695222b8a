import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../../../../test/fixtures/data/builders.ts';
import { quietLog } from '../../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../../platform/database/pool.ts';
import { systemIds } from '../../../ports/ids.ts';
import {
  deleteNotificationsOf,
  type NotifiedOrder,
  notifyOrderEvent,
  type OrderEvent,
  recordNotification,
} from '../index.ts';

let testDatabase: TestDatabase;
let database: Database;
let buyerId: string;
let sellerId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pooledUrl, { log: quietLog });
  buyerId = await buildUser(database.pool);
  sellerId = await buildUser(database.pool);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const buildNotifiedOrder = (price = 4990, adult = false): NotifiedOrder => ({
  id: randomUUID(),
  purchaseCode: 'GLD-7K3MQX',
  productName: 'Aula de mira',
  serviceId: randomUUID(),
  buyerId,
  sellerId,
  isFree: price === 0,
  adult,
});

const notifyOfEvent = (event: OrderEvent, order: NotifiedOrder) =>
  database.transaction((tx) => notifyOrderEvent(tx, systemIds, event, order));

const readNotifications = async (order: NotifiedOrder) =>
  (
    await database.pool.query(
      `SELECT receiver_id, sender_id, type, content, additional_info, read_at FROM notifications
       WHERE additional_info->>'paymentId' = $1 ORDER BY created_at, id`,
      [order.id],
    )
  ).rows;

const startDeadline = new Date('2026-12-05T23:05:00Z');
const deadlineText = '05/12/2026, 20:05 (horário de Brasília)';

const refundText = 'O valor volta para você pelo mesmo meio de pagamento.';
const orderName = 'GLD-7K3MQX (“Aula de mira”)';

it.each([
  [
    4990,
    `O pedido GLD-7K3MQX (“Aula de mira”) foi pago. Inicie o atendimento até ${deadlineText}: depois disso, o valor volta para quem comprou.`,
  ],
  [
    0,
    `Você recebeu o pedido GLD-7K3MQX (“Aula de mira”). Inicie o atendimento até ${deadlineText}: depois disso, o pedido é desfeito.`,
  ],
])('a paid order of %i centavos says until when it is started', async (price, content) => {
  const order = { ...buildNotifiedOrder(price), startBy: startDeadline };
  await notifyOfEvent({ is: 'paid' }, order);
  expect(await readNotifications(order)).toMatchObject([{ content }]);
});

/** For each event: the order's price in centavos, and the expected texts by receiver. */
const eventCases: [OrderEvent, number, Record<string, string>][] = [
  [
    { is: 'paid' },
    4990,
    { seller: `O pedido ${orderName} foi pago. Inicie o atendimento quando puder.` },
  ],
  [
    { is: 'paid' },
    0,
    { seller: `Você recebeu o pedido ${orderName}. Inicie o atendimento quando puder.` },
  ],
  [
    { is: 'started' },
    4990,
    {
      buyer: `Olá! O atendimento do pedido ${orderName} vai começar. Você confirma sua disponibilidade?`,
    },
  ],
  [
    { is: 'completed', by: 'seller' },
    4990,
    {
      buyer: `O atendimento do pedido ${orderName} foi concluído. Conte como foi: avalie a compra.`,
    },
  ],
  [
    { is: 'completed', by: 'buyer' },
    4990,
    {
      seller: `Quem comprou concluiu o pedido ${orderName}. O extrato da carteira mostra quando você pode sacar o valor.`,
    },
  ],
  [{ is: 'completed', by: 'buyer' }, 0, { seller: `Quem comprou concluiu o pedido ${orderName}.` }],
  [
    { is: 'revoked' },
    4990,
    {
      buyer: `O pedido ${orderName} foi cancelado: quem vende não pode atender agora. Se você já pagou, o valor volta para você pelo mesmo meio de pagamento.`,
    },
  ],
  [
    { is: 'expired' },
    4990,
    { buyer: `O prazo de pagamento do pedido ${orderName} acabou, e o pedido foi cancelado.` },
  ],
  [
    { is: 'refunded', by: 'seller' },
    4990,
    { buyer: `O pedido ${orderName} foi reembolsado por quem vendeu. ${refundText}` },
  ],
  [
    { is: 'refunded', by: 'seller' },
    0,
    { buyer: `O pedido ${orderName} foi encerrado por quem vendeu.` },
  ],
  [
    { is: 'refunded', by: 'admin' },
    4990,
    {
      buyer: `O pedido ${orderName} foi reembolsado pela equipe da Guilda. ${refundText}`,
      seller: `O pedido ${orderName} foi reembolsado a quem comprou pela equipe da Guilda.`,
    },
  ],
  [
    { is: 'refunded', by: 'system' },
    4990,
    {
      buyer: `O atendimento do pedido ${orderName} não começou no prazo, e o pedido foi reembolsado. ${refundText}`,
      seller: `O prazo para iniciar o pedido ${orderName} acabou, e ele foi reembolsado a quem comprou.`,
    },
  ],
  [
    { is: 'refunded', by: 'provider' },
    4990,
    {
      buyer: `O pagamento do pedido ${orderName} foi reembolsado pelo provedor de pagamento, e o pedido foi encerrado.`,
      seller: `O pagamento do pedido ${orderName} foi reembolsado pelo provedor de pagamento, e o pedido foi encerrado.`,
    },
  ],
  [
    { is: 'returned', refundId: 'r1', afterChargeback: false, notifiesSeller: false },
    4990,
    {
      buyer: `Recebemos um pagamento do pedido ${orderName} que não pôde ser aceito. ${refundText}`,
    },
  ],
  [
    { is: 'returned', refundId: 'r2', afterChargeback: true, notifiesSeller: true },
    4990,
    {
      buyer: `O banco encerrou a contestação do pedido ${orderName} e devolveu o dinheiro à Guilda. ${refundText}`,
      seller: `A contestação do pedido ${orderName} terminou no banco, e o valor voltou para quem comprou.`,
    },
  ],
  [
    { is: 'refund_settled', refundId: 'r3', amount: 4990 },
    4990,
    {
      buyer: `O reembolso do pedido ${orderName} não passou pelo seu meio de pagamento. A equipe da Guilda já pagou os R$ 49,90 a você de outro jeito.`,
    },
  ],
  [
    { is: 'reviewed', rating: 4 },
    4990,
    { seller: `Você recebeu uma avaliação com nota 4 pelo pedido ${orderName}.` },
  ],
];

describe('notifications about an order', () => {
  it.each(eventCases)('%o of %i centavos', async (event, price, texts) => {
    const order = buildNotifiedOrder(price);
    await notifyOfEvent(event, order);
    await notifyOfEvent(event, order);
    const rows = await readNotifications(order);
    const roleOf = (uid: string) => (uid === buyerId ? 'buyer' : 'seller');
    expect(Object.fromEntries(rows.map((row) => [roleOf(row.receiver_id), row.content]))).toEqual(
      texts,
    );
    expect(rows).toHaveLength(Object.keys(texts).length);
    for (const row of rows) {
      expect(row.sender_id).not.toBe(row.receiver_id);
      expect(row.additional_info).toEqual({
        paymentId: order.id,
        serviceId: order.serviceId,
        purchaseCode: 'GLD-7K3MQX',
        event: event.is,
      });
      const type = { started: 'message', reviewed: 'achievement' }[event.is as 'started'];
      expect(row.type).toBe(type ?? 'payment');
    }
  });

  it('do not name adult services', async () => {
    const order = buildNotifiedOrder(4990, true);
    await notifyOfEvent({ is: 'paid' }, order);
    expect(await readNotifications(order)).toMatchObject([
      { content: 'O pedido GLD-7K3MQX foi pago. Inicie o atendimento quando puder.' },
    ]);
  });

  it('are recorded once, also concurrently', async () => {
    const order = buildNotifiedOrder();
    await Promise.all(Array.from({ length: 8 }, () => notifyOfEvent({ is: 'started' }, order)));
    expect(await readNotifications(order)).toHaveLength(1);
  });

  it('are not recorded when the transaction is rolled back', async () => {
    const order = buildNotifiedOrder();
    const failedTransaction = database.transaction(async (tx) => {
      await notifyOrderEvent(tx, systemIds, { is: 'paid' }, order);
      throw new Error('no');
    });
    await expect(failedTransaction).rejects.toThrow('no');
    expect(await readNotifications(order)).toEqual([]);
  });
});

describe('a closed account', () => {
  it('gets no notifications, and its old ones are deleted', async () => {
    const sellerUid = await buildUser(database.pool);
    const order = { ...buildNotifiedOrder(), sellerId: sellerUid };
    await notifyOfEvent({ is: 'paid' }, order);
    await database.transaction((tx) => deleteNotificationsOf(tx, sellerUid));
    expect(await readNotifications(order)).toEqual([]);
    await database.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [sellerUid]);
    const newNotification = {
      receiverId: sellerUid,
      senderId: null,
      source: { type: 'payment', event: 'paid' } as const,
      content: 'Olá',
      ids: {},
      dedupeKey: 'x',
    };
    expect(await recordNotification(database.db, systemIds, newNotification)).toBe(false);
  });
});
