import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng } from '../../../../test/fixtures/data/pictures.ts';
import {
  createPostsFixture,
  visiblePostResult,
} from '../../../../test/fixtures/modules/posts-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createPostsFixture>;
let author: TestPerson;
let reader: TestPerson;
let adultPerson: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), buildPng()]);
  fixture = createPostsFixture(app);
  ({ author, reader, adult: adultPerson } = await fixture.signInReaders());
});
afterAll(() => app.close());

const readPostAs: typeof fixture.readPost = (person, uid) => fixture.readPost(person, uid);

describe('moderation of a post', () => {
  const actionsOf = async (uid: string) =>
    (
      await app.pool.query(
        `SELECT action, reason, actor_id, subject_kind FROM moderation_actions
         WHERE subject_id = $1 ORDER BY created_at`,
        [uid],
      )
    ).rows;

  it('hides and restores, once each, with actor and reason', async () => {
    const admin = await app.signInAdmin();
    const { uid } = await fixture.publish(author);
    const auditEntry = { actor_id: admin.uid, subject_kind: 'post' };
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await fixture.moderate(admin, uid, { hidden: true, reason: 'Spam' })).status).toBe(
        204,
      );
    expect(await readPostAs(reader, uid)).toBe('post_not_found');
    expect(await actionsOf(uid)).toEqual([{ action: 'hide', reason: 'Spam', ...auditEntry }]);
    await fixture.moderate(admin, uid, { hidden: true, reason: 'Golpe' });
    const ownView = await fixture.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(ownView.hidden).toEqual({ reason: 'Golpe' });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await fixture.moderate(admin, uid, { hidden: false, reason: 'Engano' });
    expect(await readPostAs(reader, uid)).toBe(visiblePostResult);
    expect((await actionsOf(uid)).map(({ action }) => action)).toEqual(['hide', 'hide', 'restore']);
  });

  it('restricts a sensitive post and its picture to adults, and opens both again', async () => {
    const admin = await app.signInAdmin();
    const post = await fixture.publish(author, { title: 'Oi' }, { photo: png });
    const readPictureStatus = async () =>
      (await app.fetch(new URL(post.photoURL ?? '', app.url).pathname)).status;
    for (let attempt = 0; attempt < 2; attempt += 1)
      await fixture.moderate(admin, post.uid, { sensitive: true, reason: 'Nudez' });
    expect(await readPostAs(reader, post.uid)).toBe('adults_only');
    expect(await readPictureStatus()).toBe(404);
    const shownPost = await fixture.postOf(await adultPerson.fetch(`/api/social/post/${post.uid}`));
    expect((await app.fetch(shownPost.photoURL ?? '')).status).toBe(200);
    await fixture.moderate(admin, post.uid, { sensitive: 'false', reason: 'Engano' });
    expect(await readPostAs(reader, post.uid)).toBe(visiblePostResult);
    expect(await readPictureStatus()).toBe(200);
    expect((await actionsOf(post.uid)).map(({ action }) => action)).toEqual(['blur', 'unblur']);
  });

  it('denies the picture of a hidden post at its address', async () => {
    const admin = await app.signInAdmin();
    const { uid, photoURL } = await fixture.publish(author, { title: 'Oi' }, { photo: png });
    const readPictureStatus = async () => (await reader.fetch(photoURL ?? '')).status;
    expect(await readPictureStatus()).toBe(200);
    await fixture.moderate(admin, uid, { hidden: true, reason: 'Golpe' });
    expect(await readPictureStatus()).toBe(404);
    const ownView = await fixture.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(ownView.photoURL).toBeNull();
    await fixture.moderate(admin, uid, { hidden: false, reason: 'Engano' });
    expect(await readPictureStatus()).toBe(200);
    expect((await fixture.postOf(await author.fetch(`/api/social/post/${uid}`))).photoURL).toBe(
      photoURL,
    );
  });

  it('does both at once', async () => {
    const { uid } = await fixture.publish(author);
    await fixture.moderate(await app.signInAdmin(), uid, {
      hidden: true,
      sensitive: true,
      reason: 'x',
    });
    expect((await actionsOf(uid)).map(({ action }) => action)).toEqual(['hide', 'blur']);
  });

  it('waits for a closing account, and finds the post deleted', async () => {
    const [admin, leaving] = [await app.signInAdmin(), await app.signIn('Saindo')];
    const { uid } = await fixture.publish(leaving);
    await using closing = await holdTransaction(app.pool, [
      'SELECT FROM users WHERE uid = $1 FOR UPDATE',
      [leaving.uid],
    ]);
    const moderation = fixture.moderate(admin, uid, {
      hidden: true,
      sensitive: true,
      reason: 'Spam',
    });
    await closing.waitForWaiters(1);
    await closing.client.query('DELETE FROM posts WHERE uid = $1', [uid]);
    await closing.commit();
    expect((await moderation).status).toBe(404);
    expect(await actionsOf(uid)).toEqual([]);
  });

  it('is a decision that its author is notified of, and refused for one’s own post', async () => {
    const admin = await app.signInAdmin();
    const { uid } = await fixture.publish(author);
    await fixture.moderate(admin, uid, { hidden: true, reason: 'Spam' });
    const { rows } = await app.pool.query(
      `SELECT d.action, d.reason, d.person_id, n.type FROM decisions d
       JOIN notifications n ON n.additional_info ->> 'decisionId' = d.id::text
       WHERE d.subject_id = $1`,
      [uid],
    );
    expect(rows).toEqual([
      { action: 'hide', reason: 'Spam', person_id: author.uid, type: 'moderation' },
    ]);
    const ownPost = await fixture.publish(admin);
    const decision = { sensitive: true, reason: 'Spam' };
    expect((await fixture.moderate(admin, ownPost.uid, decision)).status).toBe(403);
    expect(await actionsOf(ownPost.uid)).toEqual([]);
  });

  it('changes nothing without a log entry', async () => {
    const { uid } = await fixture.publish(author);
    await app.pool.query(
      `ALTER TABLE moderation_actions ADD CONSTRAINT nothing CHECK (reason <> 'nada')`,
    );
    const response = await fixture.moderate(await app.signInAdmin(), uid, {
      hidden: true,
      reason: 'nada',
    });
    await app.pool.query('ALTER TABLE moderation_actions DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await readPostAs(reader, uid)).toBe(visiblePostResult);
  });

  it('changes nothing when a later action is refused', async () => {
    const { uid } = await fixture.publish(author);
    // The role is removed between the two actions.
    await app.pool.query(`
      CREATE FUNCTION remove_role() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN UPDATE users SET role = 'user' WHERE uid = NEW.actor_id; RETURN NEW; END $$;
      CREATE TRIGGER remove_role AFTER INSERT ON moderation_actions FOR EACH ROW
        WHEN (NEW.action = 'hide') EXECUTE FUNCTION remove_role()`);
    const admin = await app.signInAdmin();
    const response = await fixture.moderate(admin, uid, {
      hidden: true,
      sensitive: true,
      reason: 'Spam',
    });
    await app.pool.query('DROP TRIGGER remove_role ON moderation_actions');
    expect(response.status).toBe(403);
    expect(await actionsOf(uid)).toEqual([]);
    expect(await readPostAs(reader, uid)).toBe(visiblePostResult);
    expect((await admin.api.users.getMe({})).role).toBe('admin');
  });

  it('is for administrators only', async () => {
    const { uid } = await fixture.publish(author);
    const decision = { hidden: true, reason: 'x' };
    for (const person of [author, reader, adultPerson])
      expect((await fixture.moderate(person, uid, decision)).status).toBe(403);
    expect(await readPostAs(reader, uid)).toBe(visiblePostResult);
    const refusal = await fixture.moderate(await app.signInAdmin(), crypto.randomUUID(), decision);
    expect(refusal.status).toBe(404);
    expect(await refusal.json()).toMatchObject({ error: 'Publicação não encontrada.' });
  });

  it.each([
    [{ hidden: true }, 'Motivo obrigatório'],
    [{ hidden: true, reason: ' ' }, 'Motivo obrigatório'],
    [{ hidden: true, reason: '\u2800' }, 'Motivo obrigatório'],
    [{ hidden: true, reason: 'x'.repeat(201) }, 'Use no máximo 200 caracteres.'],
    [{ reason: 'x' }, 'Dados inválidos.'],
    [{ hidden: 'talvez', reason: 'x' }, 'Parâmetro inválido.'],
    [{ hidden: true, reason: 'x', title: 'y' }, 'Dados inválidos.'],
  ])('is refused as %j', async (decision, message) => {
    const { uid } = await fixture.publish(author);
    const response = await fixture.moderate(await app.signInAdmin(), uid, decision);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: message });
    expect(await actionsOf(uid)).toEqual([]);
  });

  it('applies fifty concurrent decisions once', async () => {
    const admin = await app.signInAdmin();
    const { uid } = await fixture.publish(author);
    await Promise.all(
      Array.from({ length: 50 }, () =>
        fixture.moderate(admin, uid, { hidden: true, reason: 'Spam' }),
      ),
    );
    expect(await actionsOf(uid)).toHaveLength(1);
  });
});
