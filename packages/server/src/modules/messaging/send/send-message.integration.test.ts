import { randomUUID } from 'node:crypto';
import type { Message } from '@guilda/contract/chat/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../../test/fixtures/clients/sockets.ts';
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
/** Two people who have no conversation yet, each with a device. */
async function createPair(): Promise<readonly [TestPerson, TestPerson, TestSocket, TestSocket]> {
  personCount += 1;
  const [ana, bia] = await Promise.all([
    app.signIn(`Ana${personCount}`),
    app.signIn(`Bia${personCount}`),
  ]);
  return [ana, bia, await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
}

const sendMessage = (
  socket: TestSocket,
  to: TestPerson,
  message: unknown,
  extraPayloadFields: object = {},
) => socket.send('sendMessage', { receiverId: to.uid, message, ...extraPayloadFields });

const messageOf = (ack: unknown) => (ack as { message: Message }).message;

const readMessageRows = async (uid: string) =>
  (await app.pool.query('SELECT * FROM messages WHERE sender_id = $1 ORDER BY sender_n', [uid]))
    .rows;

const refusedAck = {
  ok: false,
  error: 'Não foi possível enviar a mensagem.',
  code: 'message_refused',
};

describe('a message', () => {
  it('is acknowledged as stored, and reaches the receiver', async () => {
    const [ana, bia, from, to] = await createPair();
    const id = randomUUID();
    const ack = await sendMessage(from, bia, '  Oi!  ', {
      id,
      senderId: bia.uid,
      sentAt: '1999-01-01',
    });
    expect(ack).toMatchObject({
      ok: true,
      message: {
        id,
        senderId: ana.uid,
        receiverId: bia.uid,
        message: 'Oi!',
        seq: 1,
        readAt: null,
      },
    });
    expect((await to.waitFor('receiveMessage'))[0]).toEqual(messageOf(ack));
    expect(Math.abs(Date.parse(messageOf(ack).sentAt) - Date.now())).toBeLessThan(60_000);
    expect(await readMessageRows(ana.uid)).toMatchObject([{ id, message: 'Oi!', sender_n: '1' }]);
  });

  it('gets an id from the server when it has none', async () => {
    const [, bia, from] = await createPair();
    const ack = await sendMessage(from, bia, 'Oi');
    expect(messageOf(ack).id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('ignores the sender in the payload', async () => {
    const [ana, bia, from] = await createPair();
    const ack = await sendMessage(from, bia, 'Sou a Bia', { senderId: { $ne: null } });
    expect(messageOf(ack).senderId).toBe(ana.uid);
    expect(await readMessageRows(bia.uid)).toEqual([]);
  });

  it('sent again is stored once and acknowledged again', async () => {
    const [ana, bia, from, to] = await createPair();
    const id = randomUUID();
    const firstAck = await sendMessage(from, bia, 'Uma vez', { id });
    expect(await sendMessage(from, bia, 'Uma vez', { id: id.toUpperCase() })).toEqual(firstAck);
    await sendMessage(from, bia, 'E outra');
    await to.waitFor('receiveMessage', 2);
    expect(to.payloadsOf('receiveMessage').map(({ message }) => message)).toEqual([
      'Uma vez',
      'E outra',
    ]);
    expect(await readMessageRows(ana.uid)).toHaveLength(2);
  });

  it('with the id of another message is refused', async () => {
    const [ana, bia, from, to] = await createPair();
    const id = randomUUID();
    await sendMessage(from, bia, 'Minha', { id });
    const takenRefusal = { ok: false, code: 'message_id_taken' };
    expect(await sendMessage(from, bia, 'Outra', { id })).toMatchObject(takenRefusal);
    expect(await sendMessage(to, ana, 'Minha', { id })).toMatchObject(takenRefusal);
    expect(await readMessageRows(bia.uid)).toEqual([]);
  });

  it('with one id from 50 concurrent senders is one row with 50 equal acknowledgements', async () => {
    const [ana, bia, from] = await createPair();
    const devices = [from, await connectSocket(app.url, ana), await connectSocket(app.url, ana)];
    const id = randomUUID();
    const acks = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        sendMessage(devices[n % 3] as TestSocket, bia, 'Corrida', { id }),
      ),
    );
    for (const ack of acks) expect(ack).toEqual(acks[0]);
    expect(acks[0]).toMatchObject({ ok: true });
    expect(await readMessageRows(ana.uid)).toHaveLength(1);
  });

  it('of both at once is numbered without gaps, with increasing times', async () => {
    const [ana, bia, one, other] = await createPair();
    const acks = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        n % 2 ? sendMessage(one, bia, `a${n}`) : sendMessage(other, ana, `b${n}`),
      ),
    );
    const sortedMessages = acks.map(messageOf).sort((a, b) => a.seq - b.seq);
    expect(sortedMessages.map(({ seq }) => seq)).toEqual(
      sortedMessages.map((_, index) => index + 1),
    );
    const times = sortedMessages.map(({ sentAt }) => Date.parse(sentAt));
    expect(times.every((time, n) => n === 0 || time > (times[n - 1] ?? 0))).toBe(true);
    // Messages that one socket sent keep their order.
    const messagesOfAna = sortedMessages.filter(({ senderId }) => senderId === ana.uid);
    expect(messagesOfAna.map(({ message }) => message)).toEqual(
      Array.from({ length: 50 }, (_, n) => `a${2 * n + 1}`),
    );
    for (const { uid } of [ana, bia]) {
      const { rows } = await app.pool.query(
        `SELECT sender_n AS n FROM messages WHERE sender_id = $1
         UNION ALL SELECT receiver_n FROM messages WHERE receiver_id = $1 ORDER BY n`,
        [uid],
      );
      expect(rows.map(({ n }) => Number(n))).toEqual(rows.map((_, index) => index + 1));
    }
  });
});

describe('refused', () => {
  it.each([
    ['null', null],
    ['a number', 7],
    ['a list', ['oi']],
    ['nothing but blanks', '  \n '],
    ['more than 2,000 characters', 'a'.repeat(2001)],
    ['60 KB', 'a'.repeat(60_000)],
    ['what no text may hold', 'a\u0000b'],
  ])('is %s, and the server lives', async (_, message) => {
    const [ana, bia, from] = await createPair();
    expect(await sendMessage(from, bia, message)).toMatchObject({
      ok: false,
      code: 'message_refused',
    });
    expect(await readMessageRows(ana.uid)).toEqual([]);
    expect(await sendMessage(from, bia, 'a'.repeat(2000))).toMatchObject({ ok: true });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'oi'],
    ['a number', 3],
    ['a list', []],
    ['an id that is none', { id: 'x', receiverId: randomUUID(), message: 'oi' }],
    ['nobody', { receiverId: 'ninguém', message: 'oi' }],
    ['a stranger to the house', { receiverId: randomUUID(), message: 'oi' }],
  ])('is a payload of %s', async (_, payload) => {
    const [, , from] = await createPair();
    expect(await from.send('sendMessage', payload)).toEqual(refusedAck);
  });

  it('is a message to oneself', async () => {
    const [ana, , from] = await createPair();
    expect(await sendMessage(from, ana, 'Eu')).toEqual(refusedAck);
  });

  it('also without an acknowledgement callback', async () => {
    const [, bia, from, to] = await createPair();
    from.wire.emit('sendMessage', { receiverId: bia.uid, message: 'Sem resposta' });
    from.wire.emit('sendMessage', null);
    expect((await to.waitFor('receiveMessage'))[0]?.message).toBe('Sem resposta');
  });

  it.each(['deleted_at', 'suspended_at'])('is what goes to an account with %s', async (column) => {
    const [, bia, from] = await createPair();
    await app.pool.query(`UPDATE users SET ${column} = now() WHERE uid = $1`, [bia.uid]);
    expect(await sendMessage(from, bia, 'Oi')).toEqual(refusedAck);
    expect(await from.send('userTyping', { receiverId: bia.uid })).toEqual(refusedAck);
  });

  it.each(['the sender', 'the receiver'])('is what crosses a block set by %s', async (role) => {
    const [ana, bia, from, to] = await createPair();
    const [by, of] = role === 'the sender' ? [ana, bia] : [bia, ana];
    await by.fetch(`/api/users/${of.uid}/block`, { method: 'PUT' });
    expect(await sendMessage(from, bia, 'Oi')).toEqual(refusedAck);
    expect(await from.send('userTyping', { receiverId: bia.uid })).toEqual(refusedAck);
    await by.fetch(`/api/users/${of.uid}/block`, { method: 'DELETE' });
    expect(await sendMessage(from, bia, 'Oi')).toMatchObject({ ok: true });
    expect((await to.waitFor('receiveMessage')).map(({ message }) => message)).toEqual(['Oi']);
    expect(to.payloadsOf('userTyping')).toEqual([]);
  });

  it('is everything as soon as a block is acknowledged', async () => {
    const [ana, bia, from] = await createPair();
    const sending = Array.from({ length: 40 }, (_, n) => sendMessage(from, bia, `m${n}`));
    await bia.fetch(`/api/users/${ana.uid}/block`, { method: 'PUT' });
    const ackAfterBlock = await sendMessage(from, bia, 'Depois');
    const acks = await Promise.all(sending);
    expect(ackAfterBlock).toEqual(refusedAck);
    const storedCount = acks.filter(({ ok }) => ok).length;
    expect(await readMessageRows(ana.uid)).toHaveLength(storedCount);
  });
});

describe('typing', () => {
  it('is emitted to the receiver’s devices, with the real sender', async () => {
    const [ana, bia, from, to] = await createPair();
    const secondSocket = await connectSocket(app.url, bia);
    expect(await from.send('userTyping', { senderId: bia.uid, receiverId: bia.uid })).toEqual({
      ok: true,
    });
    for (const device of [to, secondSocket])
      expect(await device.waitFor('userTyping')).toEqual([
        { senderId: ana.uid, receiverId: bia.uid },
      ]);
    expect(await from.send('userTyping', { receiverId: ana.uid })).toEqual(refusedAck);
    expect(await from.send('userTyping', null)).toEqual(refusedAck);
  });
});
