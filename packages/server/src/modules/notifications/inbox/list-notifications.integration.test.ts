import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNotification } from '../../../../test/fixtures/data/builders.ts';
import {
  createNotificationsFixture,
  type NotificationsFixture,
} from '../../../../test/fixtures/modules/notifications-fixture.ts';
import { countOutcomes } from '../../../../test/fixtures/modules/social-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: NotificationsFixture;
let anaUid: string;
let biaUid: string;

beforeAll(async () => {
  fixture = await createNotificationsFixture();
});
beforeEach(async () => {
  [anaUid, biaUid] = [
    await fixture.buildPerson('Ana'),
    await fixture.buildPerson('Bia', { photo_url: '/bia.webp' }),
  ];
  fixture.emitted.length = 0;
});
afterAll(() => fixture.close());

const addNotification = (columns: Readonly<Record<string, unknown>> = {}, receiver = anaUid) =>
  buildNotification(fixture.pool, receiver, columns);

const readColumns = { read_at: new Date('2026-11-20T12:00:00Z') };

/** Ids of the whole list, read page by page. */
async function readAllPageIds(
  limit: string,
  betweenPages: () => Promise<unknown> = async () => undefined,
) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? { limit } : { limit, cursor };
    const page = await fixture.noticesOf(anaUid).listNotifications({ query });
    expect(page.notifications.length).toBeLessThanOrEqual(Number(limit));
    ids.push(...page.notifications.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    await betweenPages();
  } while (cursor !== undefined);
  return ids;
}

describe('the list', () => {
  it('contains the caller’s read and unread notifications, newest first', async () => {
    const firstId = await addNotification({
      ...readColumns,
      created_at: new Date('2026-11-20T10:00:00Z'),
    });
    const secondId = await addNotification({
      sender_id: biaUid,
      type: 'achievement',
      content: 'Nota 5.',
      additional_info: { event: 'reviewed' },
      created_at: new Date('2026-11-20T11:00:00.123Z'),
    });
    await addNotification({}, biaUid);
    await fixture.pool.query(
      `UPDATE users SET role = 'admin', supporter = true, created_at = '2025-01-01T12:00:00Z'
        WHERE uid = $1`,
      [biaUid],
    );
    expect(await fixture.noticesOf(anaUid).listNotifications()).toEqual({
      notifications: [
        {
          id: secondId,
          type: 'achievement',
          senderId: biaUid,
          receiverId: anaUid,
          content: 'Nota 5.',
          senderName: 'Bia',
          senderAvatar: '/bia.webp',
          senderBadges: ['admin', 'supporter', 'over-a-year'],
          additionalInfo: { event: 'reviewed' },
          read: false,
          createdAt: '2026-11-20T11:00:00.123Z',
        },
        {
          id: firstId,
          type: 'gift',
          senderId: null,
          receiverId: anaUid,
          content: 'Um presente.',
          senderName: null,
          senderAvatar: null,
          senderBadges: [],
          additionalInfo: {},
          read: true,
          createdAt: '2026-11-20T10:00:00.000Z',
        },
      ],
      nextCursor: null,
    });
  });

  it('is paged without loss or repetition, also while new ones arrive', async () => {
    const at = new Date('2026-11-20T10:00:00Z');
    const ids = await Promise.all(
      Array.from({ length: 61 }, () => addNotification({ created_at: at })),
    );
    const readIds = await readAllPageIds('20', () => addNotification());
    expect(readIds).toHaveLength(61);
    expect(readIds.toSorted()).toEqual(ids.toSorted());
    expect((await readAllPageIds('50')).length).toBeGreaterThan(61);
  });

  it('has full pages where some notifications are not visible', async () => {
    for (let n = 0; n < 6; n += 1) {
      await addNotification({ sender_id: biaUid, type: 'message' });
      await addNotification();
    }
    await fixture.block(anaUid, biaUid);
    const { notifications } = await fixture
      .noticesOf(anaUid)
      .listNotifications({ query: { limit: '5' } });
    expect(notifications).toHaveLength(5);
    expect(await readAllPageIds('5')).toHaveLength(6);
  });

  it.each(['x', 'MHww', `${'x'.repeat(300)}`])('refuses the cursor %s', async (cursor) => {
    const refusal = await errorOfCall(
      fixture.noticesOf(anaUid).listNotifications({ query: { cursor } }),
    );
    expect(refusal).toMatchObject({ status: 400, message: 'Parâmetro inválido.' });
  });

  it.each(['0', '51', '-1', '1e9', 'x'])('refuses the limit %s', async (limit) => {
    const refusal = await errorOfCall(
      fixture.noticesOf(anaUid).listNotifications({ query: { limit } }),
    );
    expect(refusal).toMatchObject({ status: 400, message: 'Parâmetro inválido.' });
  });
});

describe('unread notifications', () => {
  it('are a list without pages and are counted beside conversations', async () => {
    await addNotification(readColumns);
    const id = await addNotification();
    expect(await fixture.listUnread(anaUid)).toMatchObject([{ id, read: false }]);
    expect(await fixture.noticesOf(anaUid).countUnread()).toEqual({
      notifications: 1,
      conversations: 3,
    });
  });

  it('are listed up to the newest hundred', async () => {
    for (let n = 0; n < 105; n += 1) await addNotification({ content: String(n) });
    const contents = await fixture.listUnreadTexts(anaUid);
    expect(contents).toHaveLength(100);
    expect([contents[0], contents[99]]).toEqual(['104', '5']);
    expect(await fixture.countUnread(anaUid)).toBe(105);
  });

  it('cannot be read or marked by anybody else', async () => {
    await addNotification({}, biaUid);
    const params = { uid: biaUid };
    for (const call of [
      fixture.noticesOf(anaUid).listUnread,
      fixture.noticesOf(anaUid).markAllRead,
    ]) {
      const refusal = await errorOfCall(call({ params }));
      expect(refusal).toMatchObject({ status: 403, message: 'Acesso negado.' });
    }
    expect(await fixture.countUnread(biaUid)).toBe(1);
  });
});

describe('closed accounts and blocked people', () => {
  it('have the name of a closed account', async () => {
    await addNotification({ sender_id: biaUid, type: 'message', content: 'Oi!' });
    await fixture.pool.query(
      'UPDATE users SET deleted_at = now(), display_name = NULL, photo_url = NULL WHERE uid = $1',
      [biaUid],
    );
    expect(await fixture.listUnread(anaUid)).toMatchObject([
      {
        senderId: biaUid,
        senderName: 'Usuário removido',
        senderAvatar: null,
        senderBadges: [],
        content: 'Oi!',
      },
    ]);
  });

  it.each(['receiver', 'sender'])(
    'are not told of while the %s blocks, but in orders',
    async (role) => {
      await addNotification({ sender_id: biaUid, type: 'message' });
      const orderNotificationId = await addNotification({
        sender_id: biaUid,
        type: 'payment',
        additional_info: { paymentId: randomUUID() },
      });
      await fixture.block(
        ...((role === 'receiver' ? [anaUid, biaUid] : [biaUid, anaUid]) as [string, string]),
      );
      expect(await fixture.listUnread(anaUid)).toMatchObject([{ id: orderNotificationId }]);
      expect(await readAllPageIds('20')).toEqual([orderNotificationId]);
      expect(await fixture.countUnread(anaUid)).toBe(1);
      await fixture.pool.query('DELETE FROM user_blocks');
      expect(await fixture.countUnread(anaUid)).toBe(2);
    },
  );
});

describe('marking', () => {
  it('all leaves nothing unread and emits once to the other devices', async () => {
    await addNotification();
    await addNotification();
    await fixture.readAll(anaUid);
    await fixture.readAll(anaUid);
    expect(await fixture.listUnread(anaUid)).toEqual([]);
    expect(fixture.emitted).toEqual([[[anaUid], 'notificationsRead', { ids: null }]]);
  });

  it('one leaves the others and is idempotent', async () => {
    const [one, other] = [await addNotification(), await addNotification()];
    const markRead = () => fixture.noticesOf(anaUid).markOneRead({ params: { id: one } });
    const twentyRequests = Array.from({ length: 20 }, markRead);
    expect(await countOutcomes(twentyRequests)).toEqual({ ok: 20 });
    expect(await fixture.listUnread(anaUid)).toMatchObject([{ id: other }]);
    expect(fixture.emitted).toEqual([[[anaUid], 'notificationsRead', { ids: [one] }]]);
  });

  it('one of another person or an unknown one is not found', async () => {
    const foreignId = await addNotification({}, biaUid);
    for (const id of [foreignId, randomUUID(), 'x']) {
      const refusal = await errorOfCall(fixture.noticesOf(anaUid).markOneRead({ params: { id } }));
      expect(refusal).toMatchObject({
        status: 404,
        code: 'notification_not_found',
        message: 'Notificação não encontrada.',
      });
    }
    expect(await fixture.countUnread(biaUid)).toBe(1);
    expect(fixture.emitted).toEqual([]);
  });

  it('all from many devices at once succeeds on each', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => addNotification()));
    const calls = ids.flatMap((id, n) => [
      fixture.noticesOf(anaUid).markOneRead({ params: { id } }),
      ...(n % 3 === 0 ? [fixture.readAll(anaUid)] : []),
    ]);
    expect(await countOutcomes(calls)).toEqual({ ok: 80 });
    expect(await fixture.countUnread(anaUid)).toBe(0);
  });
});
