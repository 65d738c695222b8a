import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNotification } from '../../../../test/fixtures/data/builders.ts';
import {
  createNotificationsFixture,
  type NotificationsFixture,
} from '../../../../test/fixtures/modules/notifications-fixture.ts';
import { systemIds } from '../../../ports/ids.ts';
import {
  markMessageNotificationsRead,
  recordMessageNotification,
  recordMissedCall,
} from '../index.ts';
import { notificationTasks } from './tasks.ts';

let fixture: NotificationsFixture;
let anaUid: string;
let biaUid: string;

beforeAll(async () => {
  fixture = await createNotificationsFixture();
});
beforeEach(async () => {
  [anaUid, biaUid] = [await fixture.buildPerson('Ana'), await fixture.buildPerson('Bia')];
});
afterAll(() => fixture.close());

/** A message with a time of storing that is `seconds` in the future. */
const buildMessage = (content: string, senderId = biaUid, seconds = 60) => {
  const sentAt = new Date(Date.now() + seconds * 1_000).toISOString();
  return { receiverId: anaUid, senderId, content, sentAt };
};

const writeMessage = (...messageArguments: Parameters<typeof buildMessage>) =>
  fixture.database.transaction((tx) =>
    recordMessageNotification(tx, systemIds, buildMessage(...messageArguments)),
  );

const closeConversation = (uid: string) =>
  fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [uid]);

const notificationCount = async () => {
  const { rows } = await fixture.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
    anaUid,
  ]);
  return rows.length;
};

describe('messages of a sender', () => {
  it('are one notification with the latest message', async () => {
    await writeMessage('um');
    const [first] = await fixture.listUnread(anaUid);
    expect(first).toMatchObject({
      type: 'message',
      senderId: biaUid,
      senderName: 'Bia',
      senderBadges: ['newbie'],
      content: 'um',
      additionalInfo: { event: 'message' },
    });
    await writeMessage('dois');
    const [second, ...others] = await fixture.listUnread(anaUid);
    expect(others).toEqual([]);
    expect(second).toMatchObject({ id: first?.id, content: 'dois' });
    expect(second?.createdAt).not.toBe(first?.createdAt);
  });

  it('are unread again after they were read', async () => {
    await writeMessage('um');
    await fixture.readAll(anaUid);
    await writeMessage('dois');
    expect(await fixture.listUnreadTexts(anaUid)).toEqual(['dois']);
  });

  it('that were stored before the last notification do not renew it', async () => {
    await writeMessage('um');
    const unreadBefore = await fixture.listUnread(anaUid);
    await writeMessage('dois', biaUid, -60);
    expect(await fixture.listUnread(anaUid)).toEqual(unreadBefore);
  });

  it('of many senders at once are one notification of each', async () => {
    const people = await fixture.buildPeople(10);
    await Promise.all(
      people.flatMap((senderUid) => ['um', 'dois', 'três'].map((m) => writeMessage(m, senderUid))),
    );
    expect(await fixture.listUnread(anaUid)).toHaveLength(10);
  });

  it.each(['receiver', 'sender'])(
    'are not recorded once their %s has closed the account',
    async (role) => {
      await closeConversation(role === 'receiver' ? anaUid : biaUid);
      await writeMessage('Oi!');
      expect(await notificationCount()).toBe(0);
    },
  );
});

describe('reading a conversation', () => {
  const markRead = () =>
    fixture.database.transaction((tx) => markMessageNotificationsRead(tx, anaUid, biaUid));

  it('marks notifications of its messages as read, greetings included, and nothing else', async () => {
    await writeMessage('um');
    const greetingId = await buildNotification(fixture.pool, anaUid, {
      sender_id: biaUid,
      type: 'message',
    });
    await writeMessage('de outra pessoa', await fixture.buildPerson('Caio'));
    await buildNotification(fixture.pool, anaUid, {
      sender_id: biaUid,
      type: 'payment',
      content: 'Pago.',
    });
    const ids = (await fixture.listUnread(anaUid))
      .filter(({ type, senderId }) => type === 'message' && senderId === biaUid)
      .map(({ id }) => id);
    expect(ids).toContain(greetingId);
    expect((await markRead()).toSorted()).toEqual(ids.toSorted());
    expect(await fixture.listUnreadTexts(anaUid)).toEqual(['Pago.', 'de outra pessoa']);
    expect(await markRead()).toEqual([]);
  });

  it('on many devices at once succeeds and emits each id once', async () => {
    for (let n = 0; n < 20; n += 1)
      await buildNotification(fixture.pool, anaUid, { sender_id: biaUid, type: 'message' });
    const ids = (await Promise.all(Array.from({ length: 12 }, markRead))).flat();
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
  });
});

describe('a missed call', () => {
  const recordMissed = (callId: string) =>
    fixture.database.transaction((tx) =>
      recordMissedCall(tx, systemIds, { callId, callerId: biaUid, calleeId: anaUid }),
    );

  it('is recorded once and shows the current name', async () => {
    const callId = randomUUID();
    await Promise.all([recordMissed(callId), recordMissed(callId), recordMissed(callId)]);
    expect(await fixture.listUnread(anaUid)).toMatchObject([
      {
        type: 'call',
        senderId: biaUid,
        content: 'Ligação perdida de Bia.',
        additionalInfo: { callId, event: 'missed' },
      },
    ]);
    await recordMissed(randomUUID());
    expect(await fixture.listUnread(anaUid)).toHaveLength(2);
    await closeConversation(biaUid);
    expect((await fixture.listUnreadTexts(anaUid))[0]).toBe('Ligação perdida de Usuário removido.');
  });

  it('of a closed account is not recorded', async () => {
    await closeConversation(biaUid);
    await recordMissed(randomUUID());
    expect(await notificationCount()).toBe(0);
  });
});

describe('retention', () => {
  const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000);
  const sweep = () => {
    const signal = new AbortController().signal;
    return notificationTasks({ database: fixture.database })['notifications.sweep']({}, { signal });
  };

  it('keeps notifications read in the last 90 days or created in the last 180', async () => {
    const addNotification = (content: string, createdDaysAgo: number, readDaysAgo: number | null) =>
      buildNotification(fixture.pool, anaUid, {
        content,
        created_at: daysAgo(createdDaysAgo),
        read_at: readDaysAgo === null ? null : daysAgo(readDaysAgo),
      });
    await addNotification('lido há pouco', 300, 89);
    await addNotification('lido há muito', 300, 91);
    await addNotification('não lido', 179, null);
    await addNotification('nunca lido', 181, null);
    await sweep();
    const { notifications } = await fixture.noticesOf(anaUid).listNotifications();
    expect(notifications.map(({ content }) => content)).toEqual(['não lido', 'lido há pouco']);
  });

  it('runs in as many batches as needed', async () => {
    await fixture.pool.query(
      `INSERT INTO notifications (id, receiver_id, type, content, dedupe_key, created_at, read_at)
       SELECT gen_random_uuid(), $1, 'gift', '', n::text, at, CASE WHEN n > 2100 THEN at END
       FROM (SELECT now() - interval '1 year' AS at) AS times, generate_series(1, 4200) n`,
      [anaUid],
    );
    await sweep();
    expect(await notificationCount()).toBe(0);
  });
});
