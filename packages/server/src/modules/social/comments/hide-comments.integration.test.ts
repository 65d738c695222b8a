import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPost, buildUser } from '../../../../test/fixtures/data/builders.ts';
import {
  createSocialFixture,
  type SocialFixture,
} from '../../../../test/fixtures/modules/social-fixture.ts';
import { liftSuspension, lockAccounts, setUserHidden, suspendUser } from '../../users/index.ts';
import { setCommentHidden, syncCommentsWithAccount } from './hidden-comments-store.ts';

let fixture: SocialFixture;
beforeAll(async () => {
  fixture = await createSocialFixture();
});
afterAll(() => fixture.close());

const hideComment = (id: string, authorId: string, reason: string | null) =>
  fixture.database.transaction(async (tx) => {
    await lockAccounts(tx, { actorId: null, people: [authorId], changesAccounts: false });
    return setCommentHidden(tx, id, reason);
  });

const hidePerson = (uid: string, reason: string | null) =>
  fixture.database.transaction(async (tx) => {
    await lockAccounts(tx, { actorId: null, people: [uid], changesAccounts: true });
    if (await setUserHidden(tx, uid, reason)) await syncCommentsWithAccount(tx, uid);
  });

const setSuspended = (uid: string, isSuspended: boolean) =>
  fixture.database.transaction(async (tx) => {
    await lockAccounts(tx, { actorId: null, people: [uid], changesAccounts: true });
    if (isSuspended) await suspendUser(tx, uid, { reason: 'Spam', days: 1 });
    else await liftSuspension(tx, uid, 'any');
    await syncCommentsWithAccount(tx, uid);
  });

/** Random numbers from 0 to 1, equal in every run. */
function seededNumbers(seed: number): () => number {
  let currentState = seed;
  return () => {
    currentState = (currentState * 1_103_515_245 + 12_345) % 2_147_483_648;
    return currentState / 2_147_483_648;
  };
}

describe('counters of comments', () => {
  it.each([1, 2, 3])('are exact after whatever was done at once (%i)', async (seed) => {
    const nextRandom = seededNumbers(seed);
    const { pool } = fixture.database;
    const people = await Promise.all([1, 2, 3].map(() => buildUser(pool)));
    const posts = await Promise.all(people.map((author) => buildPost(pool, author)));
    const comments: { readonly id: string; readonly author: string }[] = [];
    const pick = <T>(items: readonly T[], fraction: number) =>
      items[Math.floor(fraction * items.length)] as T;

    const performRandomAction = async (
      actionFraction: number,
      personFraction: number,
      subjectFraction: number,
    ) => {
      const author = pick(people, personFraction);
      const comment = pick(comments, subjectFraction);
      const { social } = fixture.as(author);
      if (actionFraction < 0.35 || !comment) {
        const params = { postId: pick(posts, subjectFraction) };
        const createdComment = await social.createComment({ params, body: { text: 'Oi' } });
        comments.push({ id: createdComment.comment.id, author });
      } else if (actionFraction < 0.45)
        await fixture.as(comment.author).social.deleteComment({ params: { id: comment.id } });
      else if (actionFraction < 0.6) await hideComment(comment.id, comment.author, 'Spam');
      else if (actionFraction < 0.7) await hideComment(comment.id, comment.author, null);
      else await hidePerson(author, actionFraction < 0.85 ? 'Spam' : null);
    };
    for (let round = 0; round < 15; round += 1) {
      const performedActions = Array.from(
        { length: 6 },
        () => [nextRandom(), nextRandom(), nextRandom()] as const,
      );
      const outcomes = await Promise.allSettled(
        performedActions.map((action) => performRandomAction(...action)),
      );
      // Deleted or hidden content cannot be commented on or deleted.
      const refusalCodes = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason.code] : [],
      );
      for (const code of refusalCodes)
        expect(['post_not_found', 'comment_not_found']).toContain(code);
      for (const post of posts) {
        const counts = await fixture.readCounts(post);
        expect(counts?.comments).toBe(counts?.commented);
      }
    }
    for (const uid of people) await hidePerson(uid, null);
    for (const { id, author } of comments) await hideComment(id, author, null);
    const { rows } = await pool.query(
      'SELECT count(*)::int FROM comments WHERE hidden_at IS NOT NULL AND post_uid = ANY ($1)',
      [posts],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('leave out comments as long as their author is hidden or suspended, whichever ends first', async () => {
    const { pool } = fixture.database;
    const [author, reader] = [await buildUser(pool), await buildUser(pool)];
    const post = await buildPost(pool, author);
    const [{ id }] = [await fixture.comment(reader, post), await fixture.comment(reader, post)];
    const countComments = async () => (await fixture.readCounts(post))?.comments;
    await setSuspended(reader, true);
    expect(await countComments()).toBe(0);
    await hidePerson(reader, 'Spam');
    await setSuspended(reader, false);
    expect(await countComments()).toBe(0);
    await setSuspended(reader, true);
    await hidePerson(reader, null);
    await hideComment(id, reader, 'Spam');
    await hideComment(id, reader, null);
    expect(await countComments()).toBe(0);
    await setSuspended(reader, false);
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 2, commented: 2 });
  });

  it('subtract a comment that was shown again while its deletion waited', async () => {
    const { pool } = fixture.database;
    const [author, reader] = [await buildUser(pool), await buildUser(pool)];
    const post = await buildPost(pool, author);
    const { id } = await fixture.comment(reader, post);
    await hideComment(id, reader, 'Spam');
    const lockStatements = ['SELECT FROM posts WHERE uid = $1 FOR NO KEY UPDATE'];
    const deleteComment = () => fixture.deleteComment(reader, id);
    const lateOutcome = await fixture.requestDuringTransaction(
      lockStatements,
      post,
      deleteComment,
      [
        'UPDATE comments SET hidden_at = NULL, hidden_reason = NULL WHERE post_uid = $1',
        'UPDATE posts SET comment_count = comment_count + 1 WHERE uid = $1',
      ],
    );
    expect(lateOutcome).toBe('ok');
    expect(await fixture.readCounts(post)).toMatchObject({ comments: 0, commented: 0 });
  });
});
