import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { messagesDataExport } from '../../messaging/index.ts';

let app: TestApp;
let personCount = 0;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Creates a paid order of two new people that its seller can start. */
async function createPaidOrder(orderColumns: Record<string, unknown> = {}) {
  personCount += 1;
  const [buyer, seller] = await Promise.all([
    app.signIn(`Compradora${personCount}`),
    app.signIn(`Vendedora${personCount}`),
  ]);
  const serviceId = await buildService(app.pool, seller.uid);
  const code = `GLD-AAAA${String(personCount).padStart(2, '2')}`;
  const id = await buildPaidOrder(
    app.pool,
    { service: serviceId, buyer: buyer.uid, seller: seller.uid },
    { price: 0, purchase_code: code, ...orderColumns },
  );
  const body = {
    serviceStatus: 'in_progress',
    startedServiceAt: new Date().toISOString(),
  } as const;
  const start = () => seller.api.orders.updatePayment({ params: { id }, body });
  return { buyer, seller, code, start };
}

const messagesOf = async (me: TestPerson, other: TestPerson) => {
  const params = { myUid: me.uid, otherUid: other.uid };
  return (await me.api.messaging.listMessages({ params, query: {} })).messages;
};
const notificationsOf = async (person: TestPerson) =>
  (await person.api.notifications.listNotifications({ query: {} })).notifications;
const greetingOf = (code: string) =>
  `Olá! O atendimento do pedido ${code} (“Aula de Valorant”) vai começar. Você confirma sua disponibilidade?`;

describe('starting an order', () => {
  it('stores the greeting once and delivers it to every device, however often it is asked for', async () => {
    const { buyer, seller, code, start } = await createPaidOrder();
    const people = [buyer, buyer, seller];
    const sockets = await Promise.all(people.map((person) => connectSocket(app.url, person)));
    await Promise.all(Array.from({ length: 20 }, start));
    await start();
    const [greeting, ...more] = await messagesOf(buyer, seller);
    expect(more).toEqual([]);
    expect(greeting).toMatchObject({
      senderId: seller.uid,
      receiverId: buyer.uid,
      message: greetingOf(code),
      system: true,
      readAt: null,
    });
    expect(await messagesOf(seller, buyer)).toEqual([greeting]);
    for (const socket of sockets) {
      await socket.waitFor('receiveMessage');
      expect(socket.payloadsOf('receiveMessage')).toEqual([greeting]);
    }
    const listedNotifications = (await notificationsOf(buyer)).map(({ type, content }) => ({
      type,
      content,
    }));
    expect(listedNotifications).toEqual([{ type: 'message', content: greetingOf(code) }]);
    expect(await buyer.api.notifications.countUnread()).toEqual({
      notifications: 1,
      conversations: 1,
    });
    for (const socket of sockets) socket.close();
  });

  it('puts the greeting into the data export of both', async () => {
    const { buyer, seller, code, start } = await createPaidOrder();
    await start();
    const { rows } = await app.pool.query(
      'SELECT id FROM conversations WHERE $1 IN (low_id, high_id)',
      [buyer.uid],
    );
    for (const { uid } of [buyer, seller]) {
      const exportedRows: unknown[] = [];
      for await (const row of messagesDataExport(app.pool, uid, rows[0].id)) exportedRows.push(row);
      expect(exportedRows).toMatchObject([{ message: greetingOf(code), system: true }]);
    }
  });

  it('reaches a buyer who was away with everything else that was missed, in order', async () => {
    const { buyer, seller, code, start } = await createPaidOrder();
    const disconnectedSocket = await connectSocket(app.url, buyer);
    disconnectedSocket.wire.io.reconnection(false);
    disconnectedSocket.wire.io.engine.close();
    const sellerSocket = await connectSocket(app.url, seller);
    const say = (message: string) =>
      sellerSocket.send('sendMessage', { receiverId: buyer.uid, message });
    await say('antes');
    await start();
    await say('depois');
    expect(disconnectedSocket.payloadsOf('receiveMessage')).toEqual([]);
    const connected = new Promise<void>((resolve) =>
      disconnectedSocket.wire.once('connect', resolve),
    );
    disconnectedSocket.wire.connect();
    await connected;
    await disconnectedSocket.send('register', buyer.uid);
    await disconnectedSocket.waitFor('receiveMessage', 3);
    expect(
      disconnectedSocket
        .payloadsOf('receiveMessage')
        .map(({ message, system }) => [message, system]),
    ).toEqual([
      ['antes', undefined],
      [greetingOf(code), true],
      ['depois', undefined],
    ]);
    disconnectedSocket.close();
    sellerSocket.close();
  });

  it('leaves one notification although a client of the specification emits its own', async () => {
    const { buyer, seller, code, start } = await createPaidOrder();
    await start();
    const socket = await connectSocket(app.url, seller);
    const payload = { receiverId: buyer.uid, type: 'message', content: greetingOf(code) };
    expect(await socket.send('notification', payload)).toMatchObject({ code: 'forbidden' });
    expect(await notificationsOf(buyer)).toHaveLength(1);
    // The seller's next message may cause a notification, although the buyer has not read the greeting.
    await socket.send('sendMessage', { receiverId: buyer.uid, message: 'Pode entrar.' });
    expect(await socket.send('notification', payload)).toEqual({ ok: true });
    await expect
      .poll(async () => (await notificationsOf(buyer)).map(({ content }) => content))
      .toEqual(['Pode entrar.', greetingOf(code)]);
    socket.close();
  });

  it('works across a block, where no message may pass, and still notifies', async () => {
    for (const by of ['buyer', 'seller'] as const) {
      const order = await createPaidOrder();
      const { buyer, seller, start } = order;
      const blockedPerson = by === 'buyer' ? seller : buyer;
      await order[by].fetch(`/api/users/${blockedPerson.uid}/block`, { method: 'PUT' });
      expect((await start()).payment.serviceStatus).toBe('in_progress');
      expect(await messagesOf(buyer, seller)).toEqual([]);
      expect(await notificationsOf(buyer)).toHaveLength(1);
    }
  });

  it('hides the name of a service for adults, as its notification does', async () => {
    const { buyer, seller, code, start } = await createPaidOrder({ adult: true });
    await start();
    const [greeting] = await messagesOf(buyer, seller);
    expect(greeting?.message).toBe(greetingOf(code).replace(' (“Aula de Valorant”)', ''));
  });

  it('comes to an end while one of the two blocks the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, seller, start } = await createPaidOrder();
      const [started] = await Promise.all([
        start(),
        buyer.fetch(`/api/users/${seller.uid}/block`, { method: 'PUT' }),
        connectSocket(app.url, seller).then(async (socket) => {
          await socket.send('sendMessage', { receiverId: buyer.uid, message: 'oi' });
          socket.close();
        }),
      ]);
      expect(started.payment.serviceStatus).toBe('in_progress');
      const storedMessages = await messagesOf(buyer, seller);
      expect(storedMessages.filter(({ system }) => system).length).toBeLessThanOrEqual(1);
    }
  });
});
