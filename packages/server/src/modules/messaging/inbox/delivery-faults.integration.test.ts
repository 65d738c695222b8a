import { randomUUID } from 'node:crypto';
import type { Message } from '@guilda/contract/chat/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSocket, type TestSocket } from '../../../../test/fixtures/clients/sockets.ts';
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

const sendMessage = (
  socket: TestSocket,
  to: TestPerson,
  message: string,
  id: string = randomUUID(),
) => socket.send('sendMessage', { id, receiverId: to.uid, message });

const listStoredIds = async (uid: string) =>
  (await app.pool.query('SELECT id FROM messages WHERE sender_id = $1', [uid])).rows.map(
    ({ id }) => id as string,
  );

/** Locks the inbox of a person, so that a batch with messages to this person waits in the middle of its transaction. */
const lockInbox = (uid: string) =>
  holdTransaction(app.pool, ['SELECT FROM inboxes WHERE uid = $1 FOR UPDATE', [uid]]);

describe('a database process that is killed during a batch', () => {
  it('fails each of its messages, stores none, and the next batch works', async () => {
    const [ana, bia] = await createPair();
    const [from, to] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    await sendMessage(from, bia, 'antes');
    await using inboxLock = await lockInbox(bia.uid);
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const sending = ids.map((id, n) => sendMessage(from, bia, `m${n}`, id));
    const [waiter] = await inboxLock.waitForWaiters(1);
    await app.pool.query('SELECT pg_terminate_backend($1)', [waiter?.pid]);
    // Messages that were not in the killed batch are stored by the next batch.
    await inboxLock.commit();
    const acks = await Promise.all(sending);
    const failedMessages = acks.flatMap((ack, n) =>
      ack.ok ? [] : [{ ack, id: ids[n] as string }],
    );
    expect(failedMessages.length).toBeGreaterThan(0);
    for (const { ack } of failedMessages)
      expect(ack).toEqual({
        ok: false,
        error: 'Serviço temporariamente indisponível.',
        code: 'unavailable',
      });
    const storedIds = await listStoredIds(ana.uid);
    expect(acks.flatMap((ack) => (ack.ok ? [(ack.message as Message).id] : []))).toSatisfy(
      (acknowledgedIds: string[]) => acknowledgedIds.every((id) => storedIds.includes(id)),
    );
    for (const { id } of failedMessages) expect(storedIds).not.toContain(id);
    for (const { id } of failedMessages)
      expect(await sendMessage(from, bia, 'de novo', id)).toMatchObject({ ok: true });
    expect(await to.waitFor('receiveMessage', 11)).toHaveLength(11);
    expect(to.payloadsOf('receiveMessage').map(({ seq }) => seq)).toEqual(
      Array.from({ length: 11 }, (_, n) => n + 1),
    );
  });
});

describe('a batch whose commit answer is lost', () => {
  it('is delivered to devices, and stored once when it is sent again', async () => {
    const [ana, bia] = await createPair();
    const [from, to] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    await sendMessage(from, bia, 'antes');
    // Stores a message by SQL, so that this node is not told about it, as after a commit whose answer was lost.
    const id = randomUUID();
    await app.pool.query(
      `WITH boxes AS (UPDATE inboxes SET last_n = last_n + 1 WHERE uid IN ($2, $3)),
       c AS (UPDATE conversations SET last_seq = 2, last_sent_at = last_sent_at + interval '1 ms'
         WHERE last_seq = 1 AND $2 IN (low_id, high_id) RETURNING id, last_sent_at)
       INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at,
         sender_n, receiver_n)
       SELECT $1, id, 2, $2, $3, 'perdida', last_sent_at, 2, 2 FROM c`,
      [id, ana.uid, bia.uid],
    );
    expect(await sendMessage(from, bia, 'perdida', id)).toMatchObject({
      ok: true,
      message: { seq: 2 },
    });
    await sendMessage(from, bia, 'depois');
    await to.waitFor('receiveMessage', 3);
    expect(to.payloadsOf('receiveMessage').map(({ message }) => message)).toEqual([
      'antes',
      'perdida',
      'depois',
    ]);
  });
});

describe('a message that the database rejects', () => {
  it('fails alone, whatever is stored with it', async () => {
    const [ana, bia] = await createPair();
    const [from, to] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    await app.pool.query(`
      CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'poison' USING ERRCODE = 'XX001'; END $$;
      CREATE TRIGGER poison BEFORE INSERT ON messages FOR EACH ROW
        WHEN (NEW.message = 'veneno') EXECUTE FUNCTION refuse_poison()`);
    await sendMessage(from, bia, 'antes');
    await using inboxLock = await lockInbox(bia.uid);
    const texts = Array.from({ length: 30 }, (_, n) => (n === 17 ? 'veneno' : `m${n}`));
    const sending = texts.map((text) => sendMessage(from, bia, text));
    await inboxLock.waitForWaiters(1);
    await inboxLock.commit();
    const acks = await Promise.all(sending);
    expect(acks.flatMap(({ ok }, n) => (ok ? [] : [texts[n]]))).toEqual(['veneno']);
    await to.waitFor('receiveMessage', 30);
    expect(to.payloadsOf('receiveMessage').map(({ message }) => message)).toEqual([
      'antes',
      ...texts.filter((text) => text !== 'veneno'),
    ]);
    await app.pool.query('DROP TRIGGER poison ON messages');
  });
});

describe('too many messages', () => {
  it('are refused with the time to wait, in the order of sending', async () => {
    const strictApp = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const [ana, bia] = [await strictApp.signIn('Ana'), await strictApp.signIn('Bia')];
      const senderSocket = await connectSocket(strictApp.url, ana);
      const acks = await Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          senderSocket.send('sendMessage', { receiverId: bia.uid, message: `m${n}` }),
        ),
      );
      expect(acks.map(({ ok }) => ok)).toEqual([...Array(20).fill(true), ...Array(5).fill(false)]);
      expect(acks.at(-1)).toMatchObject({
        code: 'rate_limited',
        error: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
        retryAfterMs: expect.toSatisfy((ms: number) => ms > 0 && ms <= 10_000),
      });
      expect(acks.slice(0, 20).map((ack) => (ack as { message: Message }).message.message)).toEqual(
        Array.from({ length: 20 }, (_, n) => `m${n}`),
      );
    } finally {
      await strictApp.close();
    }
  });

  it('and typing events count against the general limit', async () => {
    const strictApp = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    try {
      const [ana, bia] = [await strictApp.signIn('Ana'), await strictApp.signIn('Bia')];
      const devices = [
        await connectSocket(strictApp.url, ana),
        await connectSocket(strictApp.url, ana),
      ];
      const acks = await Promise.all(
        Array.from({ length: 620 }, (_, n) =>
          devices[n % 2]?.send('userTyping', { receiverId: bia.uid }),
        ),
      );
      // Both devices count against one limit, so the refused events may be of either device.
      const refusals = acks.filter((ack) => !ack?.ok);
      expect(refusals.length).toBeGreaterThanOrEqual(20);
      expect(refusals.length).toBeLessThan(40);
      for (const ack of refusals) expect(ack).toMatchObject({ code: 'rate_limited' });
    } finally {
      await strictApp.close();
    }
  });
});
