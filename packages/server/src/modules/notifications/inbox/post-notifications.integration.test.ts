import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockWaiters } from '../../../../test/fixtures/checks/lock-waiters.ts';
import {
  createNotificationsFixture,
  type NotificationsFixture,
} from '../../../../test/fixtures/modules/notifications-fixture.ts';
import { statusesOf } from '../../../../test/fixtures/modules/social-fixture.ts';

let fixture: NotificationsFixture;
let ana: string;
let bia: string;
let caio: string;
let post: string;

beforeAll(async () => {
  fixture = await createNotificationsFixture();
});
beforeEach(async () => {
  [ana, bia, caio] = [
    await fixture.buildPerson('Ana'),
    await fixture.buildPerson('Bia'),
    await fixture.buildPerson('Caio'),
  ];
  post = await fixture.post(ana);
});
afterAll(() => fixture.close());

const liked = 'curtiu sua publicação “Subi de elo”.';

describe('a like', () => {
  it('notifies the author of the post', async () => {
    await fixture.like(bia, post);
    const [notice, ...others] = await fixture.listUnread(ana);
    expect(others).toEqual([]);
    expect(notice).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'like',
      senderId: bia,
      receiverId: ana,
      content: `Bia ${liked}`,
      senderName: 'Bia',
      senderAvatar: null,
      senderBadges: ['newbie'],
      additionalInfo: { postId: post, event: 'like' },
      read: false,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
  });

  it('of one’s own post does not notify', async () => {
    await fixture.like(ana, post);
    expect(await fixture.listUnread(ana)).toEqual([]);
  });

  it('is gathered with other unread ones, newest first', async () => {
    await fixture.like(bia, post);
    const [first] = await fixture.listUnread(ana);
    await fixture.like(caio, post);
    expect(await fixture.listUnreadTexts(ana)).toEqual([
      'Caio e mais 1 pessoa curtiram sua publicação “Subi de elo”.',
    ]);
    const [second] = await fixture.listUnread(ana);
    expect(second?.id).toBe(first?.id);
    expect(await fixture.countUnread(ana)).toBe(1);
  });

  it('begins a new round after the notification was read', async () => {
    await fixture.like(bia, post);
    await fixture.readAll(ana);
    await fixture.like(caio, post);
    expect(await fixture.listUnreadTexts(ana)).toEqual([`Caio ${liked}`]);
  });

  it('that is removed leaves the others, and nothing when it was the last', async () => {
    await fixture.like(bia, post);
    await fixture.like(caio, post);
    await fixture.removeLike(caio, post);
    expect(await fixture.listUnreadTexts(ana)).toEqual([`Bia ${liked}`]);
    await fixture.removeLike(bia, post);
    expect(await fixture.listUnread(ana)).toEqual([]);
    expect(await fixture.countUnread(ana)).toBe(0);
  });

  it('that is set again is shown again without a second delivery', async () => {
    await fixture.like(bia, post);
    const [before] = await fixture.listUnread(ana);
    await fixture.removeLike(bia, post);
    await fixture.like(bia, post);
    expect(await fixture.listUnread(ana)).toEqual([before]);
  });

  it('of a hundred people at once is one notification of all', async () => {
    const people = await fixture.buildPeople(100);
    expect(await statusesOf(people.map((one) => fixture.like(one, post)))).toEqual({ ok: 100 });
    expect(await fixture.listUnreadTexts(ana)).toEqual([
      expect.stringMatching(/^\w+ e mais 99 pessoas curtiram sua publicação “Subi de elo”\.$/),
    ]);
    expect(await statusesOf(people.slice(1).map((one) => fixture.removeLike(one, post)))).toEqual({
      ok: 99,
    });
    expect(await fixture.listUnreadTexts(ana)).toEqual([expect.stringMatching(/^\w+ curtiu /)]);
  });

  it('races between liking, unliking and reading succeed', async () => {
    const people = await fixture.buildPeople(8);
    const calls = Array.from({ length: 160 }, (_, n) => {
      const one = people[n % 8] ?? '';
      if (n % 10 === 9) return fixture.readAll(ana);
      return n % 3 === 0 ? fixture.removeLike(one, post) : fixture.like(one, post);
    });
    expect(await statusesOf(calls)).toEqual({ ok: 160 });
    const { rows } = await fixture.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
      ana,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a comment', () => {
  it('is quoted, and each one notifies', async () => {
    await fixture.comment(bia, post, 'Boa!');
    expect(await fixture.listUnreadTexts(ana)).toEqual(['Bia comentou na sua publicação: “Boa!”']);
    await fixture.comment(bia, post, 'E agora?');
    expect(await fixture.listUnreadTexts(ana)).toEqual([
      'Bia comentou na sua publicação: “E agora?”',
    ]);
    await fixture.comment(caio, post, 'Eu vou!');
    expect(await fixture.listUnreadTexts(ana)).toEqual([
      'Caio e mais 1 pessoa comentaram na sua publicação: “Eu vou!”',
    ]);
    await fixture.comment(ana, post, 'Venham!');
    const [notice, ...others] = await fixture.listUnread(ana);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      type: 'comment',
      senderId: caio,
      additionalInfo: { postId: post, event: 'comment' },
    });
  });

  it('that is deleted or hidden is not shown any more', async () => {
    await fixture.comment(bia, post, 'Boa!');
    const last = await fixture.comment(bia, post, 'Não, ruim.');
    await fixture.deleteComment(bia, last);
    expect(await fixture.listUnreadTexts(ana)).toEqual(['Bia comentou na sua publicação: “Boa!”']);
    await fixture.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE post_uid = $1`,
      [post],
    );
    expect(await fixture.listUnread(ana)).toEqual([]);
    expect(await fixture.countUnread(ana)).toBe(0);
  });

  it('of fifty people at once is one notification of all', async () => {
    const people = await fixture.buildPeople(50);
    const calls = people.flatMap((one) => [fixture.comment(one, post), fixture.like(one, post)]);
    expect(await statusesOf(calls)).toEqual({ ok: 100 });
    const said = await fixture.listUnreadTexts(ana);
    expect(said).toHaveLength(2);
    for (const did of ['comentaram', 'curtiram'])
      expect(said).toContainEqual(expect.stringContaining(` e mais 49 pessoas ${did} `));
  });
});

describe('a notification does not outlive', () => {
  it('the post', async () => {
    await fixture.like(bia, post);
    await fixture.comment(bia, post);
    await fixture.pool.query('DELETE FROM posts WHERE uid = $1', [post]);
    expect(await fixture.listUnread(ana)).toEqual([]);
    expect(await fixture.countUnread(ana)).toBe(0);
    expect(await fixture.noticesOf(ana).listNotifications()).toEqual({
      notifications: [],
      nextCursor: null,
    });
  });

  it('the former name of a person', async () => {
    await fixture.like(bia, post);
    await fixture.pool.query(`UPDATE users SET display_name = 'Beatriz' WHERE uid = $1`, [bia]);
    expect(await fixture.listUnreadTexts(ana)).toEqual([`Beatriz ${liked}`]);
  });

  it.each(['author', 'reader'])('a block by the %s, as long as it exists', async (who) => {
    await fixture.like(bia, post);
    await fixture.like(caio, post);
    await fixture.comment(caio, post);
    await fixture.block(...((who === 'author' ? [ana, caio] : [caio, ana]) as [string, string]));
    expect(await fixture.listUnreadTexts(ana)).toEqual([`Bia ${liked}`]);
    expect(await fixture.countUnread(ana)).toBe(1);
    await fixture.pool.query('DELETE FROM user_blocks');
    expect(await fixture.countUnread(ana)).toBe(2);
  });
});

describe('a post that is marked sensitive', () => {
  it('is quoted only to people with a verified age', async () => {
    await fixture.like(bia, post);
    await fixture.comment(bia, post, 'Forte!');
    await fixture.pool.query('UPDATE posts SET sensitive = true WHERE uid = $1', [post]);
    const silent = ['Bia comentou na sua publicação.', 'Bia curtiu sua publicação.'];
    expect(await fixture.listUnreadTexts(ana)).toEqual(silent);
    await fixture.checkAge(ana);
    expect(await fixture.listUnreadTexts(ana)).toEqual([
      'Bia comentou na sua publicação: “Forte!”',
      `Bia ${liked}`,
    ]);
    await fixture.checkAge(ana, false);
    expect(await fixture.listUnreadTexts(ana)).toEqual(silent);
  });
});

describe('an author who closes the account at the same moment', () => {
  /** Locks what closing an account locks, until the concurrent request waits. */
  async function leaving(call: () => Promise<unknown>) {
    const client = await fixture.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE uid = $1 FOR UPDATE', [ana]);
      const late = statusesOf([call()]);
      await expect.poll(() => lockWaiters(fixture.pool)).not.toHaveLength(0);
      await client.query('SELECT FROM posts WHERE author_id = $1 FOR UPDATE', [ana]);
      await client.query('DELETE FROM posts WHERE author_id = $1', [ana]);
      await client.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [ana]);
      await client.query('DELETE FROM notifications WHERE receiver_id = $1', [ana]);
      await client.query('COMMIT');
      return await late;
    } finally {
      client.release();
    }
  }

  it.each([
    ['a like', () => fixture.like(bia, post)],
    ['a comment', () => fixture.comment(bia, post)],
  ])('is told of %s no more, and neither of the two waits for the other', async (_, call) => {
    expect(await leaving(call)).toEqual({ post_not_found: 1 });
    const { rows } = await fixture.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
      ana,
    ]);
    expect(rows).toEqual([]);
  });
});
