import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createNotificationsFixture,
  type NotificationsFixture,
} from '../../../../test/fixtures/modules/notifications-fixture.ts';
import { countOutcomes } from '../../../../test/fixtures/modules/social-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';

let fixture: NotificationsFixture;
let anaUid: string;
let biaUid: string;
let caioUid: string;
let postUid: string;

beforeAll(async () => {
  fixture = await createNotificationsFixture();
});
beforeEach(async () => {
  [anaUid, biaUid, caioUid] = [
    await fixture.buildPerson('Ana'),
    await fixture.buildPerson('Bia'),
    await fixture.buildPerson('Caio'),
  ];
  postUid = await fixture.post(anaUid);
});
afterAll(() => fixture.close());

const likedText = 'curtiu sua publicação “Subi de elo”.';

describe('a like', () => {
  it('notifies the author of the post', async () => {
    await fixture.like(biaUid, postUid);
    const [notice, ...others] = await fixture.listUnread(anaUid);
    expect(others).toEqual([]);
    expect(notice).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'like',
      senderId: biaUid,
      receiverId: anaUid,
      content: `Bia ${likedText}`,
      senderName: 'Bia',
      senderAvatar: null,
      senderBadges: ['newbie'],
      additionalInfo: { postId: postUid, event: 'like' },
      read: false,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
  });

  it('of one’s own post does not notify', async () => {
    await fixture.like(anaUid, postUid);
    expect(await fixture.listUnread(anaUid)).toEqual([]);
  });

  it('is grouped with other unread ones, newest first', async () => {
    await fixture.like(biaUid, postUid);
    const [first] = await fixture.listUnread(anaUid);
    await fixture.like(caioUid, postUid);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      'Caio e mais 1 pessoa curtiram sua publicação “Subi de elo”.',
    ]);
    const [second] = await fixture.listUnread(anaUid);
    expect(second?.id).toBe(first?.id);
    expect(await fixture.countUnread(anaUid)).toBe(1);
  });

  it('begins a new round after the notification was read', async () => {
    await fixture.like(biaUid, postUid);
    await fixture.readAll(anaUid);
    await fixture.like(caioUid, postUid);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([`Caio ${likedText}`]);
    const grouped = await fixture.pool.query(
      `SELECT f.by_uid FROM notification_facts f JOIN notifications n ON n.id = f.notification_id
       WHERE n.post_uid = $1`,
      [postUid],
    );
    expect(grouped.rows).toEqual([{ by_uid: caioUid }]);
  });

  it('that is removed leaves the others, and nothing when it was the last', async () => {
    await fixture.like(biaUid, postUid);
    await fixture.like(caioUid, postUid);
    await fixture.removeLike(caioUid, postUid);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([`Bia ${likedText}`]);
    await fixture.removeLike(biaUid, postUid);
    expect(await fixture.listUnread(anaUid)).toEqual([]);
    expect(await fixture.countUnread(anaUid)).toBe(0);
  });

  it('that is set again is shown again without a second delivery', async () => {
    await fixture.like(biaUid, postUid);
    const [before] = await fixture.listUnread(anaUid);
    await fixture.removeLike(biaUid, postUid);
    await fixture.like(biaUid, postUid);
    expect(await fixture.listUnread(anaUid)).toEqual([before]);
  });

  it('of a person whom the team has hidden does not notify, nor renew what was read', async () => {
    const hiddenUid = await fixture.buildPerson('Oto', { hidden_at: new Date() });
    await fixture.like(biaUid, postUid);
    const listAll = async () => (await fixture.noticesOf(anaUid).listNotifications()).notifications;
    const unreadBefore = await listAll();
    await fixture.like(hiddenUid, postUid);
    expect(await listAll()).toEqual(unreadBefore);
    await fixture.removeLike(hiddenUid, postUid);
    await fixture.readAll(anaUid);
    await fixture.like(hiddenUid, postUid);
    expect(await listAll()).toMatchObject([{ content: `Bia ${likedText}`, read: true }]);
  });

  it.each(['suspended', 'hidden'])(
    'of a person who was %s afterwards names nobody',
    async (state) => {
      const oto = await fixture.buildPerson('Oto');
      await fixture.like(oto, postUid);
      await fixture.like(biaUid, postUid);
      const setState = (uid: string) =>
        fixture.pool.query(`UPDATE users SET ${state}_at = now() WHERE uid = $1`, [uid]);
      await setState(oto);
      const { notifications } = await fixture.noticesOf(anaUid).listNotifications();
      expect(notifications).toMatchObject([{ content: `Bia ${likedText}` }]);
      await fixture.removeLike(biaUid, postUid);
      expect((await fixture.noticesOf(anaUid).listNotifications()).notifications).toEqual([]);
      expect((await fixture.noticesOf(anaUid).countUnread()).notifications).toBe(0);
    },
  );

  it('of a hundred people at once is one notification of all', async () => {
    const people = await fixture.buildPeople(100);
    expect(await countOutcomes(people.map((uid) => fixture.like(uid, postUid)))).toEqual({
      ok: 100,
    });
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      expect.stringMatching(/^\w+ e mais 99 pessoas curtiram sua publicação “Subi de elo”\.$/),
    ]);
    expect(
      await countOutcomes(people.slice(1).map((uid) => fixture.removeLike(uid, postUid))),
    ).toEqual({
      ok: 99,
    });
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([expect.stringMatching(/^\w+ curtiu /)]);
  });

  it('races between liking, unliking and reading succeed', async () => {
    const people = await fixture.buildPeople(8);
    const calls = Array.from({ length: 160 }, (_, n) => {
      const personUid = people[n % 8] ?? '';
      if (n % 10 === 9) return fixture.readAll(anaUid);
      return n % 3 === 0
        ? fixture.removeLike(personUid, postUid)
        : fixture.like(personUid, postUid);
    });
    expect(await countOutcomes(calls)).toEqual({ ok: 160 });
    const { rows } = await fixture.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
      anaUid,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a comment', () => {
  it('is quoted, and each one notifies', async () => {
    await fixture.comment(biaUid, postUid, 'Boa!');
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      'Bia comentou na sua publicação: “Boa!”',
    ]);
    await fixture.comment(biaUid, postUid, 'E agora?');
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      'Bia comentou na sua publicação: “E agora?”',
    ]);
    await fixture.comment(caioUid, postUid, 'Eu vou!');
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      'Caio e mais 1 pessoa comentaram na sua publicação: “Eu vou!”',
    ]);
    await fixture.comment(anaUid, postUid, 'Venham!');
    const [notice, ...others] = await fixture.listUnread(anaUid);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      type: 'comment',
      senderId: caioUid,
      additionalInfo: { postId: postUid, event: 'comment' },
    });
  });

  it('that is deleted or hidden is not shown any more', async () => {
    await fixture.comment(biaUid, postUid, 'Boa!');
    const lastCommentId = await fixture.comment(biaUid, postUid, 'Não, ruim.');
    await fixture.deleteComment(biaUid, lastCommentId);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      'Bia comentou na sua publicação: “Boa!”',
    ]);
    await fixture.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE post_uid = $1`,
      [postUid],
    );
    expect(await fixture.listUnread(anaUid)).toEqual([]);
    expect(await fixture.countUnread(anaUid)).toBe(0);
  });

  it('of fifty people at once is one notification of all', async () => {
    const people = await fixture.buildPeople(50);
    const calls = people.flatMap((uid) => [
      fixture.comment(uid, postUid),
      fixture.like(uid, postUid),
    ]);
    expect(await countOutcomes(calls)).toEqual({ ok: 100 });
    const unreadTexts = await fixture.listUnreadTexts(anaUid);
    expect(unreadTexts).toHaveLength(2);
    for (const verb of ['comentaram', 'curtiram'])
      expect(unreadTexts).toContainEqual(expect.stringContaining(` e mais 49 pessoas ${verb} `));
  });
});

describe('a notification does not outlive', () => {
  it('the post', async () => {
    await fixture.like(biaUid, postUid);
    await fixture.comment(biaUid, postUid);
    await fixture.pool.query('DELETE FROM posts WHERE uid = $1', [postUid]);
    expect(await fixture.listUnread(anaUid)).toEqual([]);
    expect(await fixture.countUnread(anaUid)).toBe(0);
    expect(await fixture.noticesOf(anaUid).listNotifications()).toEqual({
      notifications: [],
      nextCursor: null,
    });
  });

  it('the former name of a person', async () => {
    await fixture.like(biaUid, postUid);
    await fixture.pool.query(`UPDATE users SET display_name = 'Beatriz' WHERE uid = $1`, [biaUid]);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([`Beatriz ${likedText}`]);
  });

  it.each(['author', 'reader'])('a block by the %s, as long as it exists', async (role) => {
    await fixture.like(biaUid, postUid);
    await fixture.like(caioUid, postUid);
    await fixture.comment(caioUid, postUid);
    await fixture.block(
      ...((role === 'author' ? [anaUid, caioUid] : [caioUid, anaUid]) as [string, string]),
    );
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([`Bia ${likedText}`]);
    expect(await fixture.countUnread(anaUid)).toBe(1);
    await fixture.pool.query('DELETE FROM user_blocks');
    expect(await fixture.countUnread(anaUid)).toBe(2);
  });
});

describe('a post that is marked sensitive', () => {
  it('is quoted only to people with a verified age', async () => {
    await fixture.like(biaUid, postUid);
    await fixture.comment(biaUid, postUid, 'Forte!');
    await fixture.pool.query('UPDATE posts SET sensitive = true WHERE uid = $1', [postUid]);
    const textsWithoutTitle = ['Bia comentou na sua publicação.', 'Bia curtiu sua publicação.'];
    expect(await fixture.listUnreadTexts(anaUid)).toEqual(textsWithoutTitle);
    await fixture.checkAge(anaUid);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual([
      'Bia comentou na sua publicação: “Forte!”',
      `Bia ${likedText}`,
    ]);
    await fixture.checkAge(anaUid, false);
    expect(await fixture.listUnreadTexts(anaUid)).toEqual(textsWithoutTitle);
  });
});

describe('an author who closes the account at the same moment', () => {
  /**
   * Closes Ana's account in a transaction that commits only when `call` waits for its locks. Returns `{ ok: 1 }`, or an
   * object such as `{ post_not_found: 1 }` when `call` was refused with that error code.
   */
  async function closeAccountDuring(call: () => Promise<unknown>) {
    await using closing = await holdTransaction(fixture.pool, [
      'SELECT FROM users WHERE uid = $1 FOR UPDATE',
      [anaUid],
    ]);
    const outcomes = countOutcomes([call()]);
    await closing.waitForWaiters(1);
    const { client } = closing;
    await client.query('SELECT FROM posts WHERE author_id = $1 FOR UPDATE', [anaUid]);
    await client.query('DELETE FROM posts WHERE author_id = $1', [anaUid]);
    await client.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [anaUid]);
    await client.query('DELETE FROM notifications WHERE receiver_id = $1', [anaUid]);
    await closing.commit();
    return await outcomes;
  }

  it.each([
    ['a like', () => fixture.like(biaUid, postUid)],
    ['a comment', () => fixture.comment(biaUid, postUid)],
  ])('is told of %s no more, and neither of the two waits for the other', async (_, call) => {
    expect(await closeAccountDuring(call)).toEqual({ post_not_found: 1 });
    const { rows } = await fixture.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
      anaUid,
    ]);
    expect(rows).toEqual([]);
  });
});
