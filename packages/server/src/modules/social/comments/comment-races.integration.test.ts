import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countOutcomes,
  createSocialFixture,
  deletionStatements,
  type SocialFixture,
} from '../../../../test/fixtures/modules/social-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';
import { BATCH_LOCK_TIMEOUT_MS } from '../../../platform/database/batcher.ts';
import { listCommentRows } from './comment-store.ts';

let fixture: SocialFixture;
let authorUid: string;
let readerUid: string;

beforeAll(async () => {
  fixture = await createSocialFixture();
  [authorUid, readerUid] = [await fixture.buildPerson(), await fixture.buildPerson()];
});
afterAll(() => fixture.close());

describe('a repeated attempt', () => {
  it('with the same key returns the first comment, without a key makes another', async () => {
    const post = await fixture.post(authorUid);
    const firstComment = await fixture.comment(readerUid, post, 'um', 'a-key');
    expect(await fixture.comment(readerUid, post, 'outro', 'a-key')).toEqual(firstComment);
    expect(await fixture.comment(readerUid, await fixture.post(authorUid), 'um', 'a-key')).toEqual(
      firstComment,
    );
    expect((await fixture.comment(authorUid, post, 'um', 'a-key')).id).not.toBe(firstComment.id);
    await fixture.comment(readerUid, post, 'um');
    await fixture.comment(readerUid, post, 'um');
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 4, commented: 4 });
  });

  it('after deletion creates it again', async () => {
    const post = await fixture.post(authorUid);
    const { id } = await fixture.comment(readerUid, post, 'um', 'one-more');
    await fixture.deleteComment(readerUid, id);
    expect((await fixture.comment(readerUid, post, 'um', 'one-more')).id).not.toBe(id);
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
  });

  it('creates one comment for fifty concurrent requests', async () => {
    const [post, other] = [await fixture.post(authorUid), await fixture.post(authorUid)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        fixture.comment(readerUid, n % 5 === 0 ? other : post, 'um', 'fifty'),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const counts = [await fixture.readCounts(post), await fixture.readCounts(other)];
    expect(counts.reduce((sum, count) => sum + (count?.comments ?? 0), 0)).toBe(1);
    for (const count of counts) expect(count?.comments).toBe(count?.commented);
  });

  it('during repeated deletion ends consistently', async () => {
    const post = await fixture.post(authorUid);
    const calls = Array.from({ length: 60 }, async () => {
      const { id } = await fixture.comment(readerUid, post, 'um', 'over');
      await fixture.deleteComment(readerUid, id).catch(() => undefined);
    });
    expect(await countOutcomes(calls)).toEqual({ ok: 60 });
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 0, commented: 0 });
  });

  it.each(['', 'a b', 'ä', 'x'.repeat(201)])('the key %j is refused', async (key) => {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: `/api/social/comment/${await fixture.post(authorUid)}`,
      headers: { authorization: `Bearer ${readerUid}`, 'idempotency-key': key },
      payload: { text: 'um' },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('races', () => {
  it('of comments all count', async () => {
    const [post, people] = [await fixture.post(authorUid), await fixture.buildPeople(50)];
    const calls = people.flatMap((person) => [
      fixture.comment(person, post),
      fixture.comment(person, post),
    ]);
    expect(await countOutcomes(calls)).toEqual({ ok: 100 });
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 100, commented: 100 });
  });

  it('of deletions have one effect', async () => {
    const post = await fixture.post(authorUid);
    const { id } = await fixture.comment(readerUid, post);
    await fixture.comment(readerUid, post);
    const calls = Array.from({ length: 50 }, () => fixture.deleteComment(readerUid, id));
    expect(await countOutcomes(calls)).toEqual({ ok: 1, comment_not_found: 49 });
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
  });

  it('with deleting the post leave nothing behind and fail nobody', async () => {
    const [post, people] = [await fixture.post(authorUid), await fixture.buildPeople(40)];
    const earlyComments = await Promise.all(people.map((person) => fixture.comment(person, post)));
    const calls = people.flatMap((person, n) => [
      fixture.comment(person, post),
      fixture.deleteComment(person, earlyComments[n]?.id ?? ''),
      fixture.like(person, post),
    ]);
    const deletion = fixture.pool.query('DELETE FROM posts WHERE uid = $1', [post]);
    const lateComments = people.map((person) => fixture.comment(person, post));
    const [{ ok = 0, post_not_found = 0, comment_not_found = 0 }] = await Promise.all([
      countOutcomes([...calls, ...lateComments]),
      deletion,
    ]);
    expect(ok + post_not_found + comment_not_found).toBe(160);
    expect(post_not_found).toBeGreaterThan(0);
    const { rows } = await fixture.pool.query('SELECT FROM comments WHERE post_uid = $1', [post]);
    expect(rows).toEqual([]);
  });

  it('that wait for the deletion of the post find none', async () => {
    const [post, other] = [await fixture.post(authorUid), await fixture.post(authorUid)];
    const addComment = () => fixture.comment(readerUid, post);
    expect(await fixture.requestDuringTransaction(deletionStatements.post, post, addComment)).toBe(
      'post_not_found',
    );
    const { id } = await fixture.comment(readerUid, other);
    const deleteComment = () => fixture.deleteComment(readerUid, id);
    const lockStatements = ['SELECT FROM posts WHERE uid = $1 FOR UPDATE'];
    const lateOutcome = await fixture.requestDuringTransaction(
      lockStatements,
      other,
      deleteComment,
      deletionStatements.post,
    );
    expect(lateOutcome).toBe('comment_not_found');
  });

  it('with closing the account leave no comment of it', async () => {
    const [post, leaving] = [await fixture.post(authorUid), await fixture.buildPerson()];
    const addComment = () => fixture.comment(leaving, post);
    const [held, ended] = deletionStatements.account;
    expect(await fixture.requestDuringTransaction([held], leaving, addComment)).toBe('ok');
    expect(await fixture.requestDuringTransaction([held, ended], leaving, addComment)).toBe(
      'post_not_found',
    );
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 1, commented: 1 });
  });

  it('with a locked account delay the comments of others for a limited time only', async () => {
    const quickFixture = await createSocialFixture({ batchLockTimeoutMs: BATCH_LOCK_TIMEOUT_MS });
    const { buildPerson, comment, pool } = quickFixture;
    const [post, locked, reader] = [
      await quickFixture.post(await buildPerson()),
      await buildPerson(),
      await buildPerson(),
    ];
    await using transaction = await holdTransaction(pool, [
      'SELECT FROM users WHERE uid = $1 FOR UPDATE',
      [locked],
    ]);
    const startedAt = performance.now();
    const refusal = errorOfCall(comment(locked, post));
    // Both comments are in one batch, or the second one waits for the batch of the first.
    await comment(reader, post);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    expect(await refusal).toMatchObject({ status: 503, code: 'unavailable' });
    await transaction.commit();
    await comment(locked, post);
    expect(await quickFixture.readCounts(post)).toMatchObject({ comments: 2, commented: 2 });
    await quickFixture.close();
  });

  it('with a block are written before it or not at all', async () => {
    const [post, other] = [await fixture.post(authorUid), await fixture.buildPerson()];
    const comments = Array.from({ length: 20 }, () => fixture.comment(other, post));
    const blockRequest = fixture.as(authorUid).users.blockUser({ params: { uid: other } });
    const lateComments = Array.from({ length: 20 }, () => fixture.comment(other, post));
    const [{ ok = 0, blocked = 0 }] = await Promise.all([
      countOutcomes([...comments, ...lateComments]),
      blockRequest,
    ]);
    expect(ok + blocked).toBe(40);
    const { rows } = await fixture.pool.query(
      `SELECT FROM comments c JOIN user_blocks b ON b.blocked_id = c.author_id
       WHERE c.post_uid = $1 AND c.created_at > b.created_at`,
      [post],
    );
    expect(rows).toEqual([]);
  });
});

it('are limited to sixty an hour; refusals and repetitions do not count', async () => {
  const strictFixture = await createSocialFixture({ limits: 1 });
  const [post, one] = [
    await strictFixture.post(await strictFixture.buildPerson()),
    await strictFixture.buildPerson(),
  ];
  for (let n = 0; n < 5; n += 1) {
    await errorOfCall(strictFixture.comment(one, randomUUID()));
    await errorOfCall(strictFixture.comment(one, post, ''));
    await strictFixture.comment(one, post, 'um', 'again');
  }
  const calls = Array.from({ length: 70 }, () => strictFixture.comment(one, post));
  expect(await countOutcomes(calls)).toEqual({ ok: 59, rate_limited: 11 });
  expect(await errorOfCall(strictFixture.comment(one, post))).toMatchObject({
    status: 429,
    message: 'Muitas tentativas. Aguarde um pouco e tente novamente.',
  });
  expect(await strictFixture.readCounts(post)).toMatchObject({ comments: 60, commented: 60 });
  await strictFixture.close();
});

interface QueryPlan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly QueryPlan[];
}

const planNodes = (plan: QueryPlan): QueryPlan[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(planNodes),
];

describe('a post with a hundred thousand comments', () => {
  it('is paged by an index scan at every position', async () => {
    const [busy, other, foe] = [
      await fixture.post(authorUid),
      await fixture.post(authorUid),
      await fixture.buildPerson(),
    ];
    await fixture.block(readerUid, foe);
    // Eleven statements stay under the pool's statement timeout on a busy machine, where a single one does not.
    for (let first = 1; first <= 110_000; first += 10_000) {
      await fixture.pool.query(
        `INSERT INTO comments (id, post_uid, author_id, text, created_at)
         SELECT gen_random_uuid(), CASE n % 10 WHEN 0 THEN $2::uuid ELSE $1::uuid END, $3, 'n ' || n,
           timestamptz '2026-01-01' + n * interval '1 second'
         FROM generate_series($4::int, $4 + 9999) n`,
        [busy, other, authorUid, first],
      );
    }
    await fixture.pool.query('ANALYZE');
    const readPlans = async (variant: { blocks: boolean; key: string | null }) => {
      const plans: QueryPlan[] = [];
      const explainingPool = {
        query: async ({ text, values }: { text: string; values: unknown[] }) => {
          const { rows } = await fixture.pool.query(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
            values,
          );
          plans.push(rows[0]['QUERY PLAN'][0].Plan);
          return { rows: [] };
        },
      };
      const afterCursor = variant.key === null ? null : { key: variant.key, id: randomUUID() };
      const readerVariant = { signedIn: true, adult: false, blocks: variant.blocks };
      const listing = { post: busy, reader: readerUid, readerVariant, afterCursor, limit: 20 };
      await listCommentRows(explainingPool as unknown as typeof fixture.pool, listing);
      return plans;
    };
    const cursorKeys = [null, '2026-01-02T03:00:00.000000Z', '2026-01-01T00:10:00.000000Z'];
    for (const blocks of [false, true]) {
      for (const key of cursorKeys) {
        const [plan] = await readPlans({ blocks, key });
        const allNodes = plan ? planNodes(plan) : [];
        expect(allNodes.map((node) => node['Index Name'])).toContain('comments_of_post');
        // The plan may sort the single post, but never the comments.
        const sortedNodes = allNodes
          .filter((node) => node['Node Type'] === 'Sort')
          .flatMap(planNodes);
        expect(sortedNodes.map((node) => node['Relation Name'])).not.toContain('comments');
        expect(plan && plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(300);
      }
    }
  });
});
