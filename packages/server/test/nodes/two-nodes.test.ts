import type { Message } from '@guilda/contract/chat/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectWithin } from '../fixtures/checks/expect-within.ts';
import { connectSocket, openSocket, type TestSocket } from '../fixtures/clients/sockets.ts';
import type { TestPerson } from '../fixtures/server/test-app.ts';
import { type Nodes, startNodes } from '../fixtures/server/two-nodes.ts';

let nodes: Nodes;
let ana: TestPerson;
let bia: TestPerson;
let socketAtFirst: TestSocket;
let socketAtSecond: TestSocket;

beforeAll(async () => {
  nodes = await startNodes();
});
afterAll(() => nodes?.close());

let roundCount = 0;
beforeEach(async () => {
  roundCount += 1;
  [ana, bia] = await Promise.all([
    nodes.signIn(`Ana${roundCount}`),
    nodes.signIn(`Bia${roundCount}`),
  ]);
  socketAtFirst = await connectSocket(nodes.first.url, ana);
  socketAtSecond = await connectSocket(nodes.second.url, bia);
  return () => {
    socketAtFirst.close();
    socketAtSecond.close();
  };
});

const sendMessage = (socket: TestSocket, to: TestPerson, message: string) =>
  socket.send('sendMessage', { receiverId: to.uid, message });

const textsOf = (messages: readonly Message[]) => messages.map(({ message }) => message);

describe('people at different nodes', () => {
  it('exchange messages in order on every device', async () => {
    const otherSocket = await connectSocket(nodes.second.url, ana);
    for (let n = 0; n < 20; n += 1) {
      expect(await sendMessage(socketAtFirst, bia, `ida ${n}`)).toMatchObject({ ok: true });
      expect(await sendMessage(socketAtSecond, ana, `volta ${n}`)).toMatchObject({ ok: true });
    }
    const messageTexts = Array.from({ length: 20 }, (_, n) => [`ida ${n}`, `volta ${n}`]).flat();
    expect(textsOf(await socketAtSecond.waitFor('receiveMessage', 20))).toEqual(
      messageTexts.filter((text) => text.startsWith('ida')),
    );
    expect(textsOf(await socketAtFirst.waitFor('receiveMessage', 20))).toEqual(
      messageTexts.filter((text) => text.startsWith('volta')),
    );
    expect(textsOf(await otherSocket.waitFor('receiveMessage', 40))).toEqual(messageTexts);
    otherSocket.close();
  });

  it('receive each other’s messages within a second', async () => {
    await sendMessage(socketAtFirst, bia, 'oi');
    await socketAtSecond.waitFor('receiveMessage');
    let messageCount = 1;
    await expectWithin(1_000, async () => {
      messageCount += 1;
      const startedAt = performance.now();
      await sendMessage(socketAtFirst, bia, 'rápido');
      await socketAtSecond.waitFor('receiveMessage', messageCount);
      return performance.now() - startedAt;
    });
  });

  it('see each other type and read', async () => {
    await sendMessage(socketAtFirst, bia, 'oi');
    await socketAtSecond.send('userTyping', { senderId: bia.uid, receiverId: ana.uid });
    expect(await socketAtFirst.waitFor('userTyping')).toEqual([
      { senderId: bia.uid, receiverId: ana.uid },
    ]);
    const response = await fetch(`${nodes.second.url}/api/notifications/read`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bia.tokens.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ senderId: ana.uid, receiverId: bia.uid }),
    });
    expect(response.status).toBe(204);
    expect(await socketAtFirst.waitFor('messagesRead')).toMatchObject([
      { readerId: bia.uid, otherId: ana.uid, seq: 1 },
    ]);
  });

  it('get each notification that is recorded for them once', async () => {
    const notificationPayload = { receiverId: bia.uid, type: 'message', content: 'oi' };
    await sendMessage(socketAtFirst, bia, 'oi');
    expect(await socketAtFirst.send('notification', notificationPayload)).toMatchObject({
      ok: true,
    });
    const [notification] = await socketAtSecond.waitFor('notification');
    expect(notification).toMatchObject({ type: 'message', senderId: ana.uid, receiverId: bia.uid });
  });

  it('see each other go online and offline', async () => {
    const carla = await nodes.signIn(`Carla${roundCount}`);
    const carlaSocket = await connectSocket(nodes.first.url, carla);
    const eventAbout = (uid: string) => expect.objectContaining({ userId: uid });
    await expect
      .poll(() => socketAtSecond.payloadsOf('userConnected'))
      .toContainEqual(eventAbout(carla.uid));
    const laterSocket = await connectSocket(nodes.second.url, bia);
    const [online = []] = await laterSocket.waitFor('usersOnline');
    expect(online).toContainEqual({ userId: carla.uid, status: 'online' });
    carlaSocket.close();
    await expect
      .poll(() => socketAtSecond.payloadsOf('userDisconnected'))
      .toContainEqual(eventAbout(carla.uid));
    laterSocket.close();
  });
});

describe('a session that is ended at one node', () => {
  it('has its sockets at the other node closed within a second', async () => {
    let attemptCount = 0;
    await expectWithin(1_000, async () => {
      attemptCount += 1;
      const caio = await nodes.signIn(`Caio${roundCount}${attemptCount}`);
      const sockets = [
        await connectSocket(nodes.first.url, caio),
        await connectSocket(nodes.second.url, caio),
      ];
      const disconnections = Promise.all(
        sockets.map(
          ({ wire }) => new Promise<string>((resolve) => wire.once('disconnect', resolve)),
        ),
      );
      const startedAt = performance.now();
      await fetch(`${nodes.first.url}/api/auth/logout`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: caio.tokens.refreshToken }),
      });
      expect(await disconnections).toEqual(['io server disconnect', 'io server disconnect']);
      const ms = performance.now() - startedAt;
      await expect(
        openSocket(nodes.second.url, { token: caio.tokens.accessToken }),
      ).rejects.toMatchObject({ data: { code: 'token_invalid' } });
      return ms;
    });
  });
});

describe('a client that moves to the other node', () => {
  it('gets the messages that it missed, oldest first, and none of its own', async () => {
    await sendMessage(socketAtFirst, bia, 'antes');
    await socketAtSecond.waitFor('receiveMessage');
    const [manager] = [socketAtSecond.wire.io];
    Reflect.set(manager, 'uri', nodes.first.url);
    manager.engine.close();
    for (const text of ['um', 'dois', 'três']) await sendMessage(socketAtFirst, bia, text);
    await expect.poll(() => socketAtSecond.wire.connected).toBe(true);
    await socketAtSecond.send('register', bia.uid);
    const receivedTexts = textsOf(await socketAtSecond.waitFor('receiveMessage', 4));
    expect(receivedTexts).toEqual(['antes', 'um', 'dois', 'três']);
  });
});
