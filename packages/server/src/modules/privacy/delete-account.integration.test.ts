import { randomUUID } from 'node:crypto';
import { rateLimits } from '@guilda/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPaidOrder, buildPost, buildService } from '../../../test/fixtures/data/builders.ts';
import { testIdentityHashes } from '../../../test/fixtures/data/people.ts';
import { noopRealtime } from '../../../test/fixtures/fakes/fake-presence.ts';
import {
  createPrivacyFixture,
  newPictureURL,
  type PrivacyFixture,
} from '../../../test/fixtures/modules/privacy-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';
import { createMemoryRateLimiter } from '../../platform/limits/rate-limiter.ts';
import { systemIds } from '../../ports/ids.ts';
import { createNewAccountLimit, findOrCreateAccount } from '../users/index.ts';
import { deleteAccount } from './index.ts';

let fixture: PrivacyFixture;

beforeAll(async () => {
  fixture = await createPrivacyFixture();
});

afterAll(() => fixture.close());

beforeEach(async () => {
  await fixture.jobs.runUntilIdle();
  fixture.erased.length = 0;
});

describe('a closed account', () => {
  test('contains no personal data', async () => {
    const uid = await fixture.buildPerson({
      issuer: 'https://accounts.example',
      subject: '1234567890',
      username: 'ana.souza',
      email: 'ana@pessoas.example',
      display_name: 'Ana Souza',
      photo_url: newPictureURL(),
      bio: 'Jogo desde criança.',
      effect_phrase: 'Bora!',
      discord_id: '998877',
      can_be_called: true,
      privacy: 'public',
      age_verified_until: new Date('2030-01-01T00:00:00Z'),
      suspended_reason: 'Ana vendeu o que não tinha.',
      hidden_reason: 'Ana escreveu spam.',
    });
    await fixture.leave(uid);
    const row = await fixture.userOf(uid);
    expect(row).toMatchObject({
      email: null,
      display_name: null,
      photo_url: null,
      bio: null,
      effect_phrase: '',
      discord_id: null,
      can_be_called: false,
      age_verified_until: null,
    });
    expect(row.deleted_at).not.toBeNull();
    expect(row.username).toMatch(/^removido[0-9a-f]{8}$/);
    expect(JSON.stringify(row)).not.toMatch(/ana|souza|criança|Bora|998877|1234567890|accounts/i);
  });

  test('has no notifications', async () => {
    const { id, buyer, seller } = await fixture.buildOrder('complete');
    for (const receiver of [buyer, seller]) {
      await fixture.pool.query(
        `INSERT INTO notifications (id, receiver_id, type, content, dedupe_key)
         VALUES (gen_random_uuid(), $1, 'payment', 'Olá', $2)`,
        [receiver, id],
      );
    }
    await fixture.leave(buyer);
    const { rows } = await fixture.pool.query(
      'SELECT receiver_id FROM notifications WHERE dedupe_key = $1',
      [id],
    );
    expect(rows).toEqual([{ receiver_id: seller }]);
  });

  test('is not quoted in decisions, which stay', async () => {
    const [uid, otherUid] = [await fixture.buildPerson(), await fixture.buildPerson()];
    for (const person of [uid, otherUid]) {
      await fixture.pool.query(
        `INSERT INTO decisions (id, person_id, action, subject_kind, subject_id, excerpt, reason)
         VALUES (gen_random_uuid(), $1, 'hide', 'post', gen_random_uuid(), 'Eu disse', 'Spam')`,
        [person],
      );
    }
    await fixture.leave(uid);
    const { rows } = await fixture.pool.query(
      'SELECT person_id, excerpt, reason FROM decisions WHERE person_id = ANY($1) ORDER BY excerpt',
      [[uid, otherUid]],
    );
    expect(rows).toEqual([
      { person_id: uid, excerpt: '', reason: 'Spam' },
      { person_id: otherUid, excerpt: 'Eu disse', reason: 'Spam' },
    ]);
  });

  test('has no data exports, ready or in progress', async () => {
    const [uid, otherUid] = [await fixture.buildPerson(), await fixture.buildPerson()];
    for (const person of [uid, otherUid]) {
      await fixture.pool.query('INSERT INTO data_exports (id, person_id) VALUES ($1, $2)', [
        randomUUID(),
        person,
      ]);
    }
    await fixture.leave(uid);
    const { rows } = await fixture.pool.query('SELECT person_id FROM data_exports');
    expect(rows).toEqual([{ person_id: otherUid }]);
  });

  test('has no profile, and its username is free', async () => {
    const uid = await fixture.buildPerson({ username: 'nome.livre' });
    await fixture.leave(uid);
    const { getUser, getByUsername } = fixture.visitor.users;
    const lookUp = async (username: string) => errorOfCall(getByUsername({ params: { username } }));
    const notFoundRefusal = { status: 404, code: 'user_not_found' };
    expect(await errorOfCall(getUser({ params: { buyerId: uid } }))).toMatchObject(notFoundRefusal);
    expect(await lookUp('nome.livre')).toMatchObject(notFoundRefusal);
    expect(await lookUp((await fixture.userOf(uid)).username)).toMatchObject(notFoundRefusal);
    await expect(fixture.buildPerson({ username: 'Nome.Livre' })).resolves.toBeTruthy();
  });

  test('has no session', async () => {
    const uid = await fixture.buildPerson();
    for (const hash of ['a', 'b']) {
      await fixture.pool.query(
        `INSERT INTO sessions (id, uid, refresh_hash, device, expires_at)
         VALUES ($1, $2, $3, 'Firefox em Linux', now() + interval '1 day')`,
        [randomUUID(), uid, Buffer.from(uid + hash)],
      );
    }
    await fixture.leave(uid);
    const activeSessionSql = 'SELECT 1 FROM sessions WHERE uid = $1 AND revoked_at IS NULL';
    expect((await fixture.pool.query(activeSessionSql, [uid])).rowCount).toBe(0);
    expect(await errorOfCall(fixture.as(uid).users.getMe())).toMatchObject({ status: 401 });
  });

  test('has no services, and its pictures are erased after the commit', async () => {
    const [avatarURL, coverURL, soldURL] = [newPictureURL(), newPictureURL(), newPictureURL()];
    const [uid, buyer] = [
      await fixture.buildPerson({ photo_url: avatarURL }),
      await fixture.buildPerson(),
    ];
    const service = await buildService(fixture.pool, uid, { photo_url: coverURL });
    const soldService = await buildService(fixture.pool, uid, { photo_url: soldURL });
    const order = { service: soldService, buyer, seller: uid };
    await buildPaidOrder(fixture.pool, order, { service_status: 'complete', photo_url: soldURL });
    await fixture.leave(uid);
    const openServicesSql = 'SELECT id FROM services WHERE id = ANY($1) AND deleted_at IS NULL';
    expect((await fixture.pool.query(openServicesSql, [[service, soldService]])).rowCount).toBe(0);
    expect(fixture.erased).toEqual([]);
    await fixture.jobs.runUntilIdle();
    // The picture of the sold service is not erased, because its order shows it.
    expect(fixture.erased.sort()).toEqual([avatarURL, coverURL].sort());
    const previews = [service, soldService].map((id) => `services ${id}`);
    expect(fixture.erasedPreviews.sort()).toEqual(previews.sort());
  });

  test('is in no link preview of a post', async () => {
    const photoURL = newPictureURL();
    const uid = await fixture.buildPerson();
    const post = await buildPost(fixture.pool, uid, { photo_url: photoURL });
    await fixture.leave(uid);
    await fixture.jobs.runUntilIdle();
    expect(fixture.erased).toEqual([photoURL]);
    expect(fixture.erasedPreviews).toContain(`posts ${post}`);
  });

  test('has no picture of another site erased', async () => {
    await fixture.leave(
      await fixture.buildPerson({ photo_url: 'https://lh3.example/a/abc=s96-c' }),
    );
    await fixture.jobs.runUntilIdle();
    expect(fixture.erased).toEqual([]);
  });

  test('stays in the orders of other people without a name', async () => {
    const { seller, buyer, id } = await fixture.buildOrder('complete');
    await fixture.pool.query(`UPDATE users SET display_name = 'Ana' WHERE uid = $1`, [buyer]);
    await fixture.leave(buyer);
    const { payment } = await fixture.as(seller).orders.getPayment({ params: { id } });
    expect(payment).toMatchObject({ buyerName: 'Usuário removido', buyerPhotoURL: null });
  });

  test('is a new account when the person signs in again, a few times a day', async () => {
    const identity = {
      issuer: 'https://accounts.example',
      subject: 'same-person',
      email: 'volta@pessoas.example',
      name: 'Volta',
      picture: null,
      role: 'user' as const,
    };
    const newAccounts = createNewAccountLimit({
      identityHashes: testIdentityHashes,
      limiter: createMemoryRateLimiter(1),
    });
    const create = findOrCreateAccount({
      ...fixture,
      recordAuditEntry: async () => undefined,
      newAccounts,
    });
    const signInAgain = () => fixture.database.transaction((tx) => create(tx, identity));
    const uids = new Set<string>();
    for (let n = 0; n < rateLimits.newAccounts.points; n += 1) {
      const account = await signInAgain();
      if (!account.ok) throw new Error(account.code);
      expect(account.value.isNew).toBe(true);
      await newAccounts.count(identity);
      expect(await signInAgain()).toMatchObject({ ok: true, value: { isNew: false } });
      uids.add(account.value.user.uid);
      await fixture.leave(account.value.user.uid);
    }
    expect(uids.size).toBe(rateLimits.newAccounts.points);
    // Each new account has all allowances again, such as those of reports with consequences.
    expect(await signInAgain()).toMatchObject({ ok: false, code: 'rate_limited' });
  });

  test('can be closed repeatedly', async () => {
    const uid = await fixture.buildPerson();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => fixture.leave(uid)));
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 204 : outcome.reason.status,
    );
    // Once the account is closed, its session is ended, and further requests are refused with 401.
    expect(codes).toContain(204);
    expect(codes.filter((code) => code !== 204 && code !== 401)).toEqual([]);
  });

  test('gets another placeholder when one is taken', async () => {
    const drawnSecrets = ['AAAAAA', 'AAAAAA', 'AAAAAA', 'BBBBBB'];
    const ids = { ...systemIds, secret: () => drawnSecrets.shift() ?? 'CCCCCC' };
    const closeAccount = deleteAccount({
      ...fixture,
      identityHashes: testIdentityHashes,
      ids,
      realtime: noopRealtime,
      enqueue: fixture.jobs.enqueue,
    });
    for (let n = 0; n < 2; n += 1) {
      const uid = await fixture.buildPerson();
      const actor = {
        kind: 'person' as const,
        uid,
        role: 'user' as const,
        sessionId: '',
        blocks: false,
        adult: false,
      };
      expect(await closeAccount(actor)).toMatchObject({ ok: true });
    }
    expect(drawnSecrets).toEqual([]);
  });
});
