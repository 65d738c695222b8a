import type { Message } from '@guilda/contract/chat/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectSocket,
  openSocket,
  type TestSocket,
} from '../../../../test/fixtures/clients/sockets.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

let personCount = 0;
const createPair = async () => {
  personCount += 1;
  return Promise.all([app.signIn(`Ana${personCount}`), app.signIn(`Bia${personCount}`)]);
};

const sendMessages = async (socket: TestSocket, to: TestPerson, ...texts: string[]) => {
  const acks = await Promise.all(
    texts.map((message) => socket.send('sendMessage', { receiverId: to.uid, message })),
  );
  expect(acks.filter(({ ok }) => !ok)).toEqual([]);
  return acks.map((ack) => (ack as { message: Message }).message);
};

const textsOf = (socket: TestSocket) =>
  socket.payloadsOf('receiveMessage').map(({ message }) => message);
const numberRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => String(from + n));

/** Cuts the connection of a socket, which reconnects and registers by itself. */
async function cutConnection(
  socket: TestSocket,
  { uid }: TestPerson,
): Promise<() => Promise<void>> {
  const disconnected = new Promise((resolve) => socket.wire.once('disconnect', resolve));
  socket.wire.io.reconnection(false);
  socket.wire.io.engine.close();
  await disconnected;
  return async () => {
    const reconnected = new Promise<void>((resolve) => socket.wire.once('connect', resolve));
    socket.wire.connect();
    await reconnected;
    expect(await socket.send('register', uid)).toEqual({ ok: true });
  };
}

/** Resolves once the server has removed a person's socket, so that further messages are missed. */
const waitUntilSocketRemoved = (uid: string) =>
  expect
    .poll(async () => {
      const { rows } = await app.pool.query(
        'SELECT n FROM session_positions JOIN sessions s ON s.id = session_id WHERE s.uid = $1',
        [uid],
      );
      return rows.length;
    })
    .toBeGreaterThan(0);

describe('all devices of both', () => {
  it('get every message once and in order, except the sending one', async () => {
    const [ana, bia] = await createPair();
    const devices = await Promise.all(
      [ana, ana, bia, bia].map((person) => connectSocket(app.url, person)),
    );
    const [a1, a2, b1, b2] = devices as [TestSocket, TestSocket, TestSocket, TestSocket];
    const sentBySocket = await Promise.all([
      sendMessages(a1, bia, ...numberRange(1, 20)),
      sendMessages(b1, ana, ...numberRange(21, 40)),
      sendMessages(a2, bia, ...numberRange(41, 60)),
    ]);
    const sortedMessages = sentBySocket.flat().sort((x, y) => x.seq - y.seq);
    for (const [device, own] of [
      [a1, sentBySocket[0]],
      [a2, sentBySocket[2]],
      [b1, sentBySocket[1]],
      [b2, []],
    ] as const) {
      const wantedMessages = sortedMessages.filter(
        ({ id }) => !own?.some((ownMessage) => ownMessage.id === id),
      );
      expect(await device.waitFor('receiveMessage', wantedMessages.length)).toEqual(wantedMessages);
    }
  });
});

describe('a socket that reconnects', () => {
  it('gets what it missed in order before anything new, and nothing of its own', async () => {
    const [ana, bia] = await createPair();
    const [from, to] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    await sendMessages(from, bia, '1', '2');
    await sendMessages(to, ana, 'meu');
    await to.waitFor('receiveMessage', 2);
    const reconnect = await cutConnection(to, bia);
    await sendMessages(from, bia, ...numberRange(3, 300));
    const sending = sendMessages(from, bia, ...numberRange(301, 320));
    await reconnect();
    await sending;
    await to.waitFor('receiveMessage', 320);
    expect(textsOf(to)).toEqual(numberRange(1, 320));
    expect(to.payloadsOf('usersOnline')).toHaveLength(2);
    const secondConnectIndex = to.receivedEvents.findLastIndex(
      ({ event }) => event === 'usersOnline',
    );
    const missedMessageIndex = to.receivedEvents.findIndex(
      ({ payload }) => (payload as Message).message === '3',
    );
    expect(missedMessageIndex).toBeGreaterThan(secondConnectIndex);
  });

  it('gets no message twice, however often it is disconnected', async () => {
    const [ana, bia] = await createPair();
    const [from, to] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    let sentCount = 0;
    for (let round = 0; round < 15; round += 1) {
      const sending = sendMessages(from, bia, ...numberRange(sentCount + 1, sentCount + 10));
      await (await cutConnection(to, bia))();
      await sending;
      sentCount += 10;
    }
    await to.waitFor('receiveMessage', sentCount);
    await sendMessages(from, bia, 'fim');
    await to.waitFor('receiveMessage', sentCount + 1);
    expect(textsOf(to)).toEqual([...numberRange(1, sentCount), 'fim']);
  });

  it('with an invalid id or offset starts as a new one', async () => {
    const [ana, bia] = await createPair();
    const from = await connectSocket(app.url, ana);
    await sendMessages(from, bia, 'antes');
    for (const resumeState of [
      { pid: 'x', offset: '-1' },
      { pid: {}, offset: [] },
      { pid: '99999999999999999999.a', offset: 'NaN' },
      { pid: '7.a b' },
    ]) {
      const socket = await openSocket(app.url, { token: bia.tokens.accessToken, ...resumeState });
      expect(await socket.send('register', bia.uid)).toEqual({ ok: true });
      await socket.waitFor('usersOnline');
      await sendMessages(from, bia, 'depois');
      await socket.waitFor('receiveMessage');
      expect(textsOf(socket)).toEqual(['depois']);
      socket.close();
    }
  });

  it('cannot be ahead of its own inbox', async () => {
    const [ana, bia] = await createPair();
    const from = await connectSocket(app.url, ana);
    const auth = { token: bia.tokens.accessToken, pid: '5000.eu', offset: '900000' };
    const socket = await openSocket(app.url, auth);
    await socket.send('register', bia.uid);
    await sendMessages(from, bia, 'chega');
    expect((await socket.waitFor('receiveMessage'))[0]?.message).toBe('chega');
  });
});

describe('a new socket', () => {
  it('of a session gets what came since the last one ended', async () => {
    const [ana, bia] = await createPair();
    const from = await connectSocket(app.url, ana);
    const firstSocket = await connectSocket(app.url, bia);
    await sendMessages(from, bia, 'visto');
    await firstSocket.waitFor('receiveMessage');
    firstSocket.close();
    await waitUntilSocketRemoved(bia.uid);
    await sendMessages(from, bia, ...numberRange(1, 5));
    const secondSocket = await connectSocket(app.url, bia);
    await sendMessages(from, bia, '6');
    await secondSocket.waitFor('receiveMessage', 6);
    expect(textsOf(secondSocket)).toEqual(numberRange(1, 6));
  });

  it('gets what came since one of a new session registered and disconnected at once', async () => {
    const [ana, bia] = await createPair();
    const from = await connectSocket(app.url, ana);
    await sendMessages(from, bia, 'antes');
    const droppedSocket = await openSocket(app.url, { token: bia.tokens.accessToken });
    {
      // Presence reads this table first, so the socket disconnects before messaging has it.
      await using lock = await holdTransaction(app.pool, ['LOCK TABLE user_blocks']);
      expect(await droppedSocket.send('register', bia.uid)).toEqual({ ok: true });
      await lock.waitForWaiters(1);
      droppedSocket.close();
      await waitUntilSocketRemoved(bia.uid);
    }
    await sendMessages(from, bia, ...numberRange(1, 3));
    const nextSocket = await connectSocket(app.url, bia);
    await nextSocket.waitFor('receiveMessage', 3);
    await sendMessages(from, bia, '4');
    await nextSocket.waitFor('receiveMessage', 4);
    expect(textsOf(nextSocket)).toEqual(numberRange(1, 4));
  });

  it('of a session that is still connected gets new messages only', async () => {
    const [ana, bia] = await createPair();
    const [from, first] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    await sendMessages(from, bia, 'antes');
    await first.waitFor('receiveMessage');
    const secondSocket = await connectSocket(app.url, bia);
    await secondSocket.waitFor('usersOnline');
    await sendMessages(from, bia, 'agora');
    await secondSocket.waitFor('receiveMessage');
    expect(textsOf(secondSocket)).toEqual(['agora']);
  });

  it('of a session without a saved position gets new messages only', async () => {
    const [ana, bia] = await createPair();
    const from = await connectSocket(app.url, ana);
    await sendMessages(from, bia, 'antes');
    const socket = await connectSocket(app.url, bia);
    await socket.waitFor('usersOnline');
    await sendMessages(from, bia, 'agora');
    await socket.waitFor('receiveMessage');
    expect(textsOf(socket)).toEqual(['agora']);
  });

  it('has its own position, independent of other devices', async () => {
    const [ana, bia] = await createPair();
    const [from, steady] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    const lateSocket = await connectSocket(app.url, bia);
    await sendMessages(from, bia, '1');
    await lateSocket.waitFor('receiveMessage');
    const reconnect = await cutConnection(lateSocket, bia);
    await sendMessages(from, bia, '2', '3');
    await steady.waitFor('receiveMessage', 3);
    await reconnect();
    await lateSocket.waitFor('receiveMessage', 3);
    expect([textsOf(steady), textsOf(lateSocket)]).toEqual([numberRange(1, 3), numberRange(1, 3)]);
  });
});
