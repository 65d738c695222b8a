import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NoticeRig, noticeRig } from '../../../test/notice-rig.ts';
import { outcomesOf } from '../../../test/talk-rig.ts';

let rig: NoticeRig;
let ana: string;
let bia: string;
let caio: string;
let post: string;

beforeAll(async () => {
  rig = await noticeRig();
});
beforeEach(async () => {
  [ana, bia, caio] = [await rig.person('Ana'), await rig.person('Bia'), await rig.person('Caio')];
  post = await rig.post(ana);
});
afterAll(() => rig.close());

const liked = 'curtiu sua publicação “Subi de elo”.';

describe('a like', () => {
  it('is told to the author of the post', async () => {
    await rig.like(bia, post);
    const [notice, ...others] = await rig.unread(ana);
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

  it('of one’s own post is no news', async () => {
    await rig.like(ana, post);
    expect(await rig.unread(ana)).toEqual([]);
  });

  it('gathers with others while they are unread, the newest first', async () => {
    await rig.like(bia, post);
    const [first] = await rig.unread(ana);
    await rig.like(caio, post);
    expect(await rig.says(ana)).toEqual([
      'Caio e mais 1 pessoa curtiram sua publicação “Subi de elo”.',
    ]);
    const [second] = await rig.unread(ana);
    expect(second?.id).toBe(first?.id);
    expect(await rig.count(ana)).toBe(1);
  });

  it('after that was read begins anew', async () => {
    await rig.like(bia, post);
    await rig.readAll(ana);
    await rig.like(caio, post);
    expect(await rig.says(ana)).toEqual([`Caio ${liked}`]);
  });

  it('taken back leaves the others, and nothing when it was the last', async () => {
    await rig.like(bia, post);
    await rig.like(caio, post);
    await rig.unlike(caio, post);
    expect(await rig.says(ana)).toEqual([`Bia ${liked}`]);
    await rig.unlike(bia, post);
    expect(await rig.unread(ana)).toEqual([]);
    expect(await rig.count(ana)).toBe(0);
  });

  it('given again is there again, without ringing twice', async () => {
    await rig.like(bia, post);
    const [before] = await rig.unread(ana);
    await rig.unlike(bia, post);
    await rig.like(bia, post);
    expect(await rig.unread(ana)).toEqual([before]);
  });

  it('of a hundred people at once is one notification of all', async () => {
    const people = await rig.people(100);
    expect(await outcomesOf(people.map((one) => rig.like(one, post)))).toEqual({ ok: 100 });
    expect(await rig.says(ana)).toEqual([
      expect.stringMatching(/^\w+ e mais 99 pessoas curtiram sua publicação “Subi de elo”\.$/),
    ]);
    expect(await outcomesOf(people.slice(1).map((one) => rig.unlike(one, post)))).toEqual({
      ok: 99,
    });
    expect(await rig.says(ana)).toEqual([expect.stringMatching(/^\w+ curtiu /)]);
  });

  it('races of likes, their taking back and reading fail nobody', async () => {
    const people = await rig.people(8);
    const calls = Array.from({ length: 160 }, (_, n) => {
      const one = people[n % 8] ?? '';
      if (n % 10 === 9) return rig.readAll(ana);
      return n % 3 === 0 ? rig.unlike(one, post) : rig.like(one, post);
    });
    expect(await outcomesOf(calls)).toEqual({ ok: 160 });
    const { rows } = await rig.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
      ana,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('a comment', () => {
  it('is told with its words, each of them', async () => {
    await rig.comment(bia, post, 'Boa!');
    expect(await rig.says(ana)).toEqual(['Bia comentou na sua publicação: “Boa!”']);
    await rig.comment(bia, post, 'E agora?');
    expect(await rig.says(ana)).toEqual(['Bia comentou na sua publicação: “E agora?”']);
    await rig.comment(caio, post, 'Eu vou!');
    expect(await rig.says(ana)).toEqual([
      'Caio e mais 1 pessoa comentaram na sua publicação: “Eu vou!”',
    ]);
    await rig.comment(ana, post, 'Venham!');
    const [notice, ...others] = await rig.unread(ana);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      type: 'comment',
      senderId: caio,
      additionalInfo: { postId: post, event: 'comment' },
    });
  });

  it('deleted or hidden is told no more', async () => {
    await rig.comment(bia, post, 'Boa!');
    const last = await rig.comment(bia, post, 'Não, ruim.');
    await rig.uncomment(bia, last);
    expect(await rig.says(ana)).toEqual(['Bia comentou na sua publicação: “Boa!”']);
    await rig.pool.query(
      `UPDATE comments SET hidden_at = now(), hidden_reason = 'Ofensa' WHERE post_uid = $1`,
      [post],
    );
    expect(await rig.unread(ana)).toEqual([]);
    expect(await rig.count(ana)).toBe(0);
  });

  it('of fifty people at once is one notification of all', async () => {
    const people = await rig.people(50);
    const calls = people.flatMap((one) => [rig.comment(one, post), rig.like(one, post)]);
    expect(await outcomesOf(calls)).toEqual({ ok: 100 });
    const said = await rig.says(ana);
    expect(said).toHaveLength(2);
    for (const did of ['comentaram', 'curtiram'])
      expect(said).toContainEqual(expect.stringContaining(` e mais 49 pessoas ${did} `));
  });
});

describe('nothing outlives what it came from', () => {
  it('the post', async () => {
    await rig.like(bia, post);
    await rig.comment(bia, post);
    await rig.pool.query('DELETE FROM posts WHERE uid = $1', [post]);
    expect(await rig.unread(ana)).toEqual([]);
    expect(await rig.count(ana)).toBe(0);
    expect(await rig.noticesOf(ana).listNotifications()).toEqual({
      notifications: [],
      nextCursor: null,
    });
  });

  it('the name somebody had', async () => {
    await rig.like(bia, post);
    await rig.pool.query(`UPDATE users SET display_name = 'Beatriz' WHERE uid = $1`, [bia]);
    expect(await rig.says(ana)).toEqual([`Beatriz ${liked}`]);
  });

  it.each(['author', 'reader'])('a block set by the %s, as long as it stands', async (who) => {
    await rig.like(bia, post);
    await rig.like(caio, post);
    await rig.comment(caio, post);
    await rig.block(...((who === 'author' ? [ana, caio] : [caio, ana]) as [string, string]));
    expect(await rig.says(ana)).toEqual([`Bia ${liked}`]);
    expect(await rig.count(ana)).toBe(1);
    await rig.pool.query('DELETE FROM user_blocks');
    expect(await rig.count(ana)).toBe(2);
  });
});

describe('a post that is marked sensitive', () => {
  it('is told of without its words, but to checked adults', async () => {
    await rig.like(bia, post);
    await rig.comment(bia, post, 'Forte!');
    await rig.pool.query('UPDATE posts SET sensitive = true WHERE uid = $1', [post]);
    const silent = ['Bia comentou na sua publicação.', 'Bia curtiu sua publicação.'];
    expect(await rig.says(ana)).toEqual(silent);
    await rig.checkAge(ana);
    expect(await rig.says(ana)).toEqual([
      'Bia comentou na sua publicação: “Forte!”',
      `Bia ${liked}`,
    ]);
    await rig.checkAge(ana, false);
    expect(await rig.says(ana)).toEqual(silent);
  });
});

describe('an author who leaves at the same moment', () => {
  /** What a closing account holds, until the call that meets it waits. */
  async function leaving(call: () => Promise<unknown>) {
    const client = await rig.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE uid = $1 FOR UPDATE', [ana]);
      const late = outcomesOf([call()]);
      await expect
        .poll(async () => {
          const { rows } = await client.query(`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`);
          return rows.length;
        })
        .toBeGreaterThan(0);
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
    ['a like', () => rig.like(bia, post)],
    ['a comment', () => rig.comment(bia, post)],
  ])('is told of %s no more, and neither of the two waits for the other', async (_, call) => {
    expect(await leaving(call)).toEqual({ post_not_found: 1 });
    const { rows } = await rig.pool.query('SELECT FROM notifications WHERE receiver_id = $1', [
      ana,
    ]);
    expect(rows).toEqual([]);
  });
});
