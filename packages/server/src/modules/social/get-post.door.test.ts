import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import { pngPicture } from '../../../test/pictures.ts';
import { postRig } from '../../../test/post-rig.ts';
import { addCommentRow, addLikeRow, addPaidOrderRow, addServiceRow } from '../../../test/rows.ts';

let app: TestApp;
let rig: ReturnType<typeof postRig>;
let author: TestPerson;
let reader: TestPerson;
let adult: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), pngPicture()]);
  rig = postRig(app);
  [author, reader, adult] = [
    await app.person('Autora'),
    await app.person('Leitora'),
    await app.person('Adulta'),
  ];
  await rig.checkAge(adult);
});
afterAll(() => app.close());

type Reader = Pick<TestPerson, 'fetch'>;

/** The status and the refusal's code, if it is one. */
async function seen(who: Reader, uid: string) {
  const response = await who.fetch(`/api/social/post/${uid}`);
  const body = (await response.json()) as { code?: string; post?: { uid: string } };
  return body.code ?? `${response.status} ${body.post?.uid === uid}`;
}

const open = '200 true';

const set = (uid: string, columns: string) =>
  app.pool.query(`UPDATE posts SET ${columns} WHERE uid = $1`, [uid]);

const setPrivacy = (who: TestPerson, privacy: string) =>
  app.pool.query('UPDATE users SET privacy = $2 WHERE uid = $1', [who.uid, privacy]);

describe('one post', () => {
  it('is everyone’s to see', async () => {
    const { uid } = await rig.publish(author);
    for (const who of [app, reader, adult, author]) expect(await seen(who, uid)).toBe(open);
    expect(await seen(reader, uid.toUpperCase())).toBe('200 false');
  });

  it.each(['x', '0', crypto.randomUUID(), '%00', '..', 'a'.repeat(300)])(
    'named %j is none',
    async (uid) => {
      for (const who of [app, reader]) {
        expect((await who.fetch(`/api/social/post/${uid}`)).status).toBeGreaterThanOrEqual(400);
        expect((await who.fetch(`/api/social/post/${uid}`)).status).toBeLessThan(500);
      }
    },
  );

  it('tells each reader whether they like it', async () => {
    const { uid } = await rig.publish(author);
    await addLikeRow(app.pool, uid, reader.uid);
    const liked = async (who: Reader) => {
      const { likes, liked } = await rig.postOf(await who.fetch(`/api/social/post/${uid}`));
      return { likes, liked };
    };
    expect(await liked(reader)).toEqual({ likes: 1, liked: true });
    for (const who of [app, author]) expect(await liked(who)).toEqual({ likes: 1, liked: false });
  });
});

describe('the comments counted', () => {
  it('are those that this reader can page through', async () => {
    const { uid } = await rig.publish(author);
    const [shut, blocker] = [await app.person('Calada'), await app.person('Calou')];
    await rig.block(blocker, shut);
    for (const { uid: by } of [shut, shut, reader])
      await addCommentRow(app.pool, { post: uid, author: by });
    const counted = async (who: Reader) =>
      (await rig.postOf(await who.fetch(`/api/social/post/${uid}`))).commentCount;
    expect([await counted(app), await counted(reader), await counted(blocker)]).toEqual([3, 3, 1]);
  });
});

describe('a post is not there', () => {
  it('for anyone but its author once the team has hidden it, who reads why', async () => {
    const { uid } = await rig.publish(author);
    await set(uid, `hidden_at = now(), hidden_reason = 'Propaganda'`);
    for (const who of [app, reader, adult, await app.admin()])
      expect(await seen(who, uid)).toBe('post_not_found');
    const own = await rig.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(own.hidden).toEqual({ reason: 'Propaganda' });
  });

  it('outside a private profile', async () => {
    const [shy, trader] = [await app.person('Reservada'), await app.person('Comprou')];
    const { uid } = await rig.publish(shy);
    await setPrivacy(shy, 'private');
    const service = await addServiceRow(app.pool, shy.uid);
    await addPaidOrderRow(app.pool, { service, buyer: trader.uid, seller: shy.uid });
    for (const who of [app, reader, adult]) expect(await seen(who, uid)).toBe('post_not_found');
    for (const who of [shy, trader]) expect(await seen(who, uid)).toBe(open);
  });

  it('across a block, whoever set it', async () => {
    const [one, two, sensitive] = [
      await app.person('Bloqueia'),
      await app.person('Bloqueada'),
      { title: 'x', sensitive: 'true' },
    ];
    await rig.block(one, two);
    for (const [by, against] of [
      [one, two],
      [two, one],
    ] as const) {
      for (const { uid } of [await rig.publish(by), await rig.publish(by, sensitive)])
        expect(await seen(against, uid)).toBe('post_not_found');
      const { uid } = await rig.publish(by);
      for (const who of [app, by, reader]) expect(await seen(who, uid)).toBe(open);
      const call = async (path: string, method: string) =>
        (await against.fetch(`/api/social/${path}`, { method })).status;
      expect(await call(`comment/${uid}`, 'GET')).toBe(404);
      expect(await call(`post/${uid}`, 'DELETE')).toBe(404);
      expect(await call(`post/${uid}/like`, 'DELETE')).toBe(404);
      expect(await call(`post/${uid}/like`, 'PUT')).toBe(403);
    }
  });

  it('of somebody suspended or gone', async () => {
    const banned = await app.person('Suspensa');
    const { uid } = await rig.publish(banned);
    await app.pool.query('UPDATE users SET suspended_at = now() WHERE uid = $1', [banned.uid]);
    for (const who of [app, reader]) expect(await seen(who, uid)).toBe('post_not_found');
  });
});

describe('a sensitive post', () => {
  it('is closed by age where nothing else closes it', async () => {
    const { uid } = await rig.publish(author, { title: 'x', sensitive: 'true' });
    for (const who of [app, reader, await app.admin()])
      expect(await seen(who, uid)).toBe('adults_only');
    for (const who of [adult, author]) expect(await seen(who, uid)).toBe(open);
    await set(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const who of [app, reader, adult]) expect(await seen(who, uid)).toBe('post_not_found');
  });

  it('tells nobody of one that a private profile closes', async () => {
    const shy = await app.person('Timida');
    const { uid } = await rig.publish(shy, { title: 'x', sensitive: 'true' });
    await setPrivacy(shy, 'private');
    for (const who of [app, reader, adult]) expect(await seen(who, uid)).toBe('post_not_found');
  });

  it('closes again when a check lapses', async () => {
    const lapsing = await app.person('Vencendo');
    await rig.checkAge(lapsing);
    const { uid } = await rig.publish(author, { title: 'x', sensitive: 'true' });
    expect(await seen(lapsing, uid)).toBe(open);
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      lapsing.uid,
    ]);
    expect(await seen(lapsing, uid)).toBe('adults_only');
  });
});

describe('deleting', () => {
  /** Once the jobs are done. */
  const left = async () => {
    await app.program.jobs.runUntilIdle();
    return rig.traces();
  };

  it('takes an own post away with everything on it, and its picture after it', async () => {
    const before = await rig.traces();
    const post = await rig.publish(author, { hashtags: 'um dois' }, { photo: png });
    await addLikeRow(app.pool, post.uid, reader.uid);
    await app.pool.query(
      `INSERT INTO comments (id, post_uid, author_id, text) VALUES (gen_random_uuid(), $1, $2, 'Oi')`,
      [post.uid, reader.uid],
    );
    const response = await rig.remove(author, post.uid);
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(await seen(author, post.uid)).toBe('post_not_found');
    await expect.poll(left).toEqual(before);
    const picture = await app.fetch(new URL(post.photoURL ?? '', app.url).pathname);
    expect(picture.status).toBe(404);
  });

  it('is its author’s alone', async () => {
    const { uid } = await rig.publish(author);
    for (const who of [reader, adult, await app.admin()]) {
      const response = await rig.remove(who, uid);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error: 'Acesso negado.' });
    }
    expect((await rig.remove({ ...reader, fetch: app.fetch }, uid)).status).toBe(401);
    expect(await seen(app, uid)).toBe(open);
  });

  it('tells nothing of a post that is not there for the asker', async () => {
    const { uid } = await rig.publish(author);
    await set(uid, `hidden_at = now(), hidden_reason = 'x'`);
    for (const gone of [uid, crypto.randomUUID(), 'x']) {
      const response = await rig.remove(reader, gone);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: 'Publicação não encontrada.' });
    }
    expect((await rig.remove(author, uid)).status).toBe(204);
  });

  it('knows that one for adults is there', async () => {
    const { uid } = await rig.publish(author, { title: 'x', sensitive: 'true' });
    expect((await rig.remove(reader, uid)).status).toBe(403);
  });

  it('happens once, however often it is asked for at once', async () => {
    const { uid } = await rig.publish(author, { title: 'Oi' }, { photo: png });
    const answers = await Promise.all(Array.from({ length: 20 }, () => rig.remove(author, uid)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([204, ...Array.from({ length: 19 }, () => 404)]);
  });
});

describe('what the team decides', () => {
  const actionsOf = async (uid: string) =>
    (
      await app.pool.query(
        `SELECT action, reason, actor_id, subject_kind FROM moderation_actions
         WHERE subject_id = $1 ORDER BY created_at`,
        [uid],
      )
    ).rows;

  it('hides and restores, once each, with who and why', async () => {
    const admin = await app.admin();
    const { uid } = await rig.publish(author);
    const told = { actor_id: admin.uid, subject_kind: 'post' };
    for (let twice = 0; twice < 2; twice += 1)
      expect((await rig.moderate(admin, uid, { hidden: true, reason: 'Spam' })).status).toBe(204);
    expect(await seen(reader, uid)).toBe('post_not_found');
    expect(await actionsOf(uid)).toEqual([{ action: 'hide', reason: 'Spam', ...told }]);
    await rig.moderate(admin, uid, { hidden: true, reason: 'Golpe' });
    const own = await rig.postOf(await author.fetch(`/api/social/post/${uid}`));
    expect(own.hidden).toEqual({ reason: 'Golpe' });
    for (let twice = 0; twice < 2; twice += 1)
      await rig.moderate(admin, uid, { hidden: false, reason: 'Engano' });
    expect(await seen(reader, uid)).toBe(open);
    expect((await actionsOf(uid)).map(({ action }) => action)).toEqual(['hide', 'hide', 'restore']);
  });

  it('closes a sensitive post and its picture to all but adults, and opens both again', async () => {
    const admin = await app.admin();
    const post = await rig.publish(author, { title: 'Oi' }, { photo: png });
    const picture = async () =>
      (await app.fetch(new URL(post.photoURL ?? '', app.url).pathname)).status;
    for (let twice = 0; twice < 2; twice += 1)
      await rig.moderate(admin, post.uid, { sensitive: true, reason: 'Nudez' });
    expect(await seen(reader, post.uid)).toBe('adults_only');
    expect(await picture()).toBe(404);
    const shown = await rig.postOf(await adult.fetch(`/api/social/post/${post.uid}`));
    expect((await app.fetch(shown.photoURL ?? '')).status).toBe(200);
    await rig.moderate(admin, post.uid, { sensitive: 'false', reason: 'Engano' });
    expect(await seen(reader, post.uid)).toBe(open);
    expect(await picture()).toBe(200);
    expect((await actionsOf(post.uid)).map(({ action }) => action)).toEqual([
      'mark_sensitive',
      'unmark_sensitive',
    ]);
  });

  it('does both at once', async () => {
    const { uid } = await rig.publish(author);
    await rig.moderate(await app.admin(), uid, { hidden: true, sensitive: true, reason: 'x' });
    expect((await actionsOf(uid)).map(({ action }) => action)).toEqual(['hide', 'mark_sensitive']);
  });

  it('changes nothing that is not written down', async () => {
    const { uid } = await rig.publish(author);
    await app.pool.query(
      `ALTER TABLE moderation_actions ADD CONSTRAINT nothing CHECK (reason <> 'nada')`,
    );
    const response = await rig.moderate(await app.admin(), uid, { hidden: true, reason: 'nada' });
    await app.pool.query('ALTER TABLE moderation_actions DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await seen(reader, uid)).toBe(open);
  });

  it('is the team’s alone', async () => {
    const { uid } = await rig.publish(author);
    const decision = { hidden: true, reason: 'x' };
    for (const who of [author, reader, adult])
      expect((await rig.moderate(who, uid, decision)).status).toBe(403);
    expect(await seen(reader, uid)).toBe(open);
    const gone = await rig.moderate(await app.admin(), crypto.randomUUID(), decision);
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ error: 'Publicação não encontrada.' });
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
    const { uid } = await rig.publish(author);
    const response = await rig.moderate(await app.admin(), uid, decision);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: message });
    expect(await actionsOf(uid)).toEqual([]);
  });

  it('fifty decisions at once are one', async () => {
    const admin = await app.admin();
    const { uid } = await rig.publish(author);
    await Promise.all(
      Array.from({ length: 50 }, () => rig.moderate(admin, uid, { hidden: true, reason: 'Spam' })),
    );
    expect(await actionsOf(uid)).toHaveLength(1);
  });
});
