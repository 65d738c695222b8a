import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../test/fixtures/clients/sockets.ts';
import { buildPaidOrder, buildService } from '../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import { delayUnreadTasks, runUnreadTasks } from '../../../test/fixtures/server/unread-tasks.ts';

let app: TestApp;
let buyer: TestPerson;
let seller: TestPerson;
let openSockets: { buyer: TestSocket[]; seller: TestSocket[] };

beforeAll(async () => {
  app = await startTestApp();
  [buyer, seller] = await Promise.all([app.signIn('Compradora'), app.signIn('Vendedora')]);
  const connectTwoDevices = async (name: string) => [
    await connectSocket(app.url, await app.signIn(name)),
    await connectSocket(app.url, await app.signIn(name)),
  ];
  await delayUnreadTasks(app.pool);
  openSockets = {
    buyer: await connectTwoDevices('Compradora'),
    seller: await connectTwoDevices('Vendedora'),
  };
});
afterAll(async () => {
  for (const socket of Object.values(openSockets).flat()) socket.close();
  await app.close();
});

/** Waits until each device of a person has `count` notifications; returns type and content of each, by device. */
async function waitForContents(
  recipient: keyof typeof openSockets,
  count: number,
): Promise<string[][]> {
  const payloadsBySocket = await Promise.all(
    openSockets[recipient].map((socket) => socket.waitFor('notification', count)),
  );
  const contentsByDevice = payloadsBySocket.map((payloads) =>
    payloads.map(({ type, content }) => `${type}: ${content}`),
  );
  expect(contentsByDevice[1]).toEqual(contentsByDevice[0]);
  return contentsByDevice.slice(0, 1);
}

const unreadCountOf = (person: TestPerson) =>
  person.api.notifications.listUnread({ params: { uid: person.uid } });

describe('an order', () => {
  it('notifies both devices of either side of each step once', async () => {
    const serviceId = await buildService(app.pool, seller.uid);
    const id = await buildPaidOrder(
      app.pool,
      { service: serviceId, buyer: buyer.uid, seller: seller.uid },
      { price: 0, purchase_code: 'GLD-7K3MQX' },
    );
    const startedServiceAt = new Date().toISOString();
    const startBody = { serviceStatus: 'in_progress', startedServiceAt } as const;
    const endBody = { serviceStatus: 'complete', endedIt: seller.uid } as const;
    // Each request is sent twice, as from two tabs.
    for (const body of [startBody, startBody, endBody, endBody])
      await seller.api.orders.updatePayment({ params: { id }, body });
    await buyer.api.reviews.createReview({
      params: { serviceId, paymentId: id },
      body: { title: 'Boa', description: 'Muito boa', rating: 5, recommend: true },
    });
    const orderText = 'pedido GLD-7K3MQX (“Aula de Valorant”)';
    expect(await waitForContents('seller', 1)).toEqual([
      [`achievement: Você recebeu uma avaliação com nota 5 pelo ${orderText}.`],
    ]);
    expect(await waitForContents('buyer', 2)).toEqual([
      [
        `message: Olá! O atendimento do ${orderText} vai começar. Você confirma sua disponibilidade?`,
        `payment: O atendimento do ${orderText} foi concluído. Conte como foi: avalie a compra.`,
      ],
    ]);
    const [, greeting] = await unreadCountOf(buyer);
    expect(greeting).toMatchObject({
      type: 'message',
      senderId: seller.uid,
      senderName: 'Vendedora',
      additionalInfo: { paymentId: id, event: 'started' },
    });
  });

  it('has its greeting marked as read with the conversation, on every device', async () => {
    const [greeting] = (await unreadCountOf(buyer)).filter(({ type }) => type === 'message');
    const body = { senderId: seller.uid, receiverId: buyer.uid };
    await buyer.api.messaging.readMessages({ body });
    for (const socket of openSockets.buyer)
      expect(await socket.waitFor('notificationsRead')).toEqual([{ ids: [greeting?.id] }]);
    expect((await unreadCountOf(buyer)).map(({ type }) => type)).toEqual(['payment']);
  });
});

describe('an unread message', () => {
  it('is notified once and marked as read with the conversation', async () => {
    const countBefore = openSockets.seller[0]?.payloadsOf('notification').length ?? 0;
    for (const message of ['Oi!', 'Tudo certo?']) {
      const ack = await openSockets.buyer[0]?.send('sendMessage', {
        senderId: buyer.uid,
        receiverId: seller.uid,
        message,
        sentAt: new Date().toISOString(),
      });
      expect(ack?.ok).toBe(true);
    }
    await runUnreadTasks(app.pool);
    const contentsByDevice = await waitForContents('seller', countBefore + 1);
    expect(contentsByDevice[0]?.slice(countBefore)).toEqual(['message: Tudo certo?']);
    expect(await seller.api.notifications.countUnread()).toEqual({
      notifications: 2,
      conversations: 1,
    });
    const body = { senderId: buyer.uid, receiverId: seller.uid };
    await seller.api.messaging.readMessages({ body });
    expect(await seller.api.notifications.countUnread()).toEqual({
      notifications: 1,
      conversations: 0,
    });
  });
});
