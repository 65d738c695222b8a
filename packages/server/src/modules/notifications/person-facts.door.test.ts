import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NoticeRig, noticeRig } from '../../../test/notice-rig.ts';
import { addNotificationRow } from '../../../test/rows.ts';
import { systemIds } from '../../ports/ids.ts';
import {
  forgetMessageNotifications,
  notificationTasks,
  recordFirstMessageNotification,
  recordMessageNotification,
  recordMissedCall,
} from './index.ts';

let rig: NoticeRig;
let ana: string;
let bia: string;

beforeAll(async () => {
  rig = await noticeRig();
});
beforeEach(async () => {
  [ana, bia] = [await rig.person('Ana'), await rig.person('Bia')];
});
afterAll(() => rig.close());

/** A message that is stored so many seconds from now. */
const message = (content: string, senderId = bia, seconds = 60) => {
  const sentAt = new Date(Date.now() + seconds * 1_000).toISOString();
  return { receiverId: ana, senderId, content, sentAt };
};

const write = (...said: Parameters<typeof message>) =>
  rig.database.transaction((tx) => recordMessageNotification(tx, systemIds, message(...said)));

const close = (uid: string) =>
  rig.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [uid]);

const total = async () => {
  const { rows } = await rig.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [ana]);
  return rows.length;
};

describe('messages of a person', () => {
  it('are one notification, of the last', async () => {
    await write('um');
    const [first] = await rig.unread(ana);
    expect(first).toMatchObject({
      type: 'message',
      senderId: bia,
      senderName: 'Bia',
      senderBadges: ['newbie'],
      content: 'um',
      additionalInfo: { event: 'message' },
    });
    await write('dois');
    const [second, ...others] = await rig.unread(ana);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ id: first?.id, content: 'dois' });
    expect(second?.createdAt).not.toBe(first?.createdAt);
  });

  it('are unread again after they were read', async () => {
    await write('um');
    await rig.readAll(ana);
    await write('dois');
    expect(await rig.says(ana)).toEqual(['dois']);
  });

  it('that were stored before the last was told are told already', async () => {
    await write('um');
    const told = await rig.unread(ana);
    await write('dois', bia, -60);
    expect(await rig.unread(ana)).toEqual(told);
  });

  it('told once stay as they are until they are read', async () => {
    const tell = (content: string) =>
      rig.database.transaction((tx) =>
        recordFirstMessageNotification(tx, systemIds, message(content)),
      );
    await tell('um');
    const told = await rig.unread(ana);
    await tell('dois');
    expect(await rig.unread(ana)).toEqual(told);
    await rig.readAll(ana);
    await tell('três');
    expect(await rig.says(ana)).toEqual(['três']);
  });

  it('at once, of many people, are one of each', async () => {
    const people = await rig.people(10);
    await Promise.all(people.flatMap((one) => ['um', 'dois', 'três'].map((m) => write(m, one))));
    expect(await rig.unread(ana)).toHaveLength(10);
  });

  it.each(['receiver', 'sender'])('are told no more once their %s is gone', async (who) => {
    await close(who === 'receiver' ? ana : bia);
    await write('Oi!');
    expect(await total()).toBe(0);
  });
});

describe('reading a conversation', () => {
  const forget = () => rig.database.transaction((tx) => forgetMessageNotifications(tx, ana, bia));

  it('marks what was told of its messages, the greeting too, and nothing else', async () => {
    await write('um');
    const greeting = await addNotificationRow(rig.pool, ana, { sender_id: bia, type: 'message' });
    await write('de outra pessoa', await rig.person('Caio'));
    await addNotificationRow(rig.pool, ana, { sender_id: bia, type: 'payment', content: 'Pago.' });
    const ids = (await rig.unread(ana))
      .filter(({ type, senderId }) => type === 'message' && senderId === bia)
      .map(({ id }) => id);
    expect(ids).toContain(greeting);
    expect((await forget()).toSorted()).toEqual(ids.toSorted());
    expect(await rig.says(ana)).toEqual(['Pago.', 'de outra pessoa']);
    expect(await forget()).toEqual([]);
  });

  it('by many devices at once fails none, and tells of each once', async () => {
    for (let n = 0; n < 20; n += 1)
      await addNotificationRow(rig.pool, ana, { sender_id: bia, type: 'message' });
    const ids = (await Promise.all(Array.from({ length: 12 }, forget))).flat();
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
  });
});

describe('a missed call', () => {
  const miss = (callId: string) =>
    rig.database.transaction((tx) =>
      recordMissedCall(tx, systemIds, { callId, callerId: bia, calleeId: ana }),
    );

  it('is told once, by the name of now', async () => {
    const callId = randomUUID();
    await Promise.all([miss(callId), miss(callId), miss(callId)]);
    expect(await rig.unread(ana)).toMatchObject([
      {
        type: 'call',
        senderId: bia,
        content: 'Ligação perdida de Bia.',
        additionalInfo: { callId, event: 'missed' },
      },
    ]);
    await miss(randomUUID());
    expect(await rig.unread(ana)).toHaveLength(2);
    await close(bia);
    expect((await rig.says(ana))[0]).toBe('Ligação perdida de Usuário removido.');
  });

  it('of who is gone is not told', async () => {
    await close(bia);
    await miss(randomUUID());
    expect(await total()).toBe(0);
  });
});

describe('what is kept', () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const sweep = () => {
    const signal = new AbortController().signal;
    return notificationTasks({ database: rig.database })['notifications.sweep']({}, { signal });
  };

  it('is what was read in the last 90 days, or told in the last 180', async () => {
    const add = (content: string, created: number, read: number | null) =>
      addNotificationRow(rig.pool, ana, {
        content,
        created_at: days(created),
        read_at: read === null ? null : days(read),
      });
    await add('lido há pouco', 300, 89);
    await add('lido há muito', 300, 91);
    await add('não lido', 179, null);
    await add('nunca lido', 181, null);
    await sweep();
    const { notifications } = await rig.noticesOf(ana).listNotifications();
    expect(notifications.map(({ content }) => content)).toEqual(['não lido', 'lido há pouco']);
  });

  it('does not grow with what was gathered before', async () => {
    const post = await rig.post(ana);
    await rig.like(bia, post);
    await rig.readAll(ana);
    await rig.like(await rig.person('Caio'), post);
    const facts = async () => (await rig.pool.query('SELECT FROM notification_facts')).rowCount;
    expect(await facts()).toBe(2);
    await sweep();
    expect(await facts()).toBe(1);
    expect(await rig.says(ana)).toEqual(['Caio curtiu sua publicação “Subi de elo”.']);
  });

  it('goes in as many turns as it takes', async () => {
    await rig.pool.query(
      `INSERT INTO notifications (id, receiver_id, type, content, dedupe_key, read_at)
       SELECT gen_random_uuid(), $1, 'gift', '', n::text, now() - interval '1 year'
       FROM generate_series(1, 2100) n`,
      [ana],
    );
    await sweep();
    expect(await total()).toBe(0);
  });
});
