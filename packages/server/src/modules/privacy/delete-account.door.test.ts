import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '../../../test/harness.ts';
import { nobodyHears } from '../../../test/nobody-there.ts';
import { type PrivacyRig, picture, privacyRig } from '../../../test/privacy-rig.ts';
import { addPaidOrderRow, addPostRow, addServiceRow } from '../../../test/rows.ts';
import { systemIds } from '../../ports/ids.ts';
import { findOrCreateAccount } from '../users/index.ts';
import { deleteAccount } from './index.ts';

let rig: PrivacyRig;

beforeAll(async () => {
  rig = await privacyRig();
});

afterAll(() => rig.close());

beforeEach(async () => {
  await rig.jobs.runUntilIdle();
  rig.erased.length = 0;
});

describe('a closed account', () => {
  test('holds nothing of the person any more', async () => {
    const uid = await rig.person({
      issuer: 'https://accounts.example',
      subject: '1234567890',
      username: 'ana.souza',
      email: 'ana@pessoas.example',
      display_name: 'Ana Souza',
      photo_url: picture(),
      bio: 'Jogo desde criança.',
      effect_phrase: 'Bora!',
      discord_id: '998877',
      can_be_called: true,
      privacy: 'public',
      age_verified_until: new Date('2030-01-01T00:00:00Z'),
      suspended_reason: 'Ana vendeu o que não tinha.',
      hidden_reason: 'Ana escreveu spam.',
    });
    await rig.leave(uid);
    const row = await rig.userOf(uid);
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

  test('leaves nothing behind of what the person was told', async () => {
    const { id, buyer, seller } = await rig.trade('complete');
    for (const receiver of [buyer, seller]) {
      await rig.pool.query(
        `INSERT INTO notifications (id, receiver_id, type, content, dedupe_key)
         VALUES (gen_random_uuid(), $1, 'payment', 'Olá', $2)`,
        [receiver, id],
      );
    }
    await rig.leave(buyer);
    const { rows } = await rig.pool.query(
      'SELECT receiver_id FROM notifications WHERE dedupe_key = $1',
      [id],
    );
    expect(rows).toEqual([{ receiver_id: seller }]);
  });

  test('is quoted by no decision of the team, which stands', async () => {
    const [uid, other] = [await rig.person(), await rig.person()];
    for (const person of [uid, other]) {
      await rig.pool.query(
        `INSERT INTO decisions (id, person_id, action, subject_kind, subject_id, excerpt, reason)
         VALUES (gen_random_uuid(), $1, 'hide', 'post', gen_random_uuid(), 'Eu disse', 'Spam')`,
        [person],
      );
    }
    await rig.leave(uid);
    const { rows } = await rig.pool.query(
      'SELECT person_id, excerpt, reason FROM decisions WHERE person_id = ANY($1) ORDER BY excerpt',
      [[uid, other]],
    );
    expect(rows).toEqual([
      { person_id: uid, excerpt: '', reason: 'Spam' },
      { person_id: other, excerpt: 'Eu disse', reason: 'Spam' },
    ]);
  });

  test('leaves no copy of its data behind, ready or in the making', async () => {
    const [uid, other] = [await rig.person(), await rig.person()];
    for (const person of [uid, other]) {
      await rig.pool.query('INSERT INTO data_exports (id, person_id) VALUES ($1, $2)', [
        randomUUID(),
        person,
      ]);
    }
    await rig.leave(uid);
    const { rows } = await rig.pool.query('SELECT person_id FROM data_exports');
    expect(rows).toEqual([{ person_id: other }]);
  });

  test('is nobody’s profile, and its name is free', async () => {
    const uid = await rig.person({ username: 'nome.livre' });
    await rig.leave(uid);
    const { getUser, getByUsername } = rig.visitor.users;
    const called = async (username: string) => refusal(getByUsername({ params: { username } }));
    const gone = { status: 404, code: 'user_not_found' };
    expect(await refusal(getUser({ params: { buyerId: uid } }))).toMatchObject(gone);
    expect(await called('nome.livre')).toMatchObject(gone);
    expect(await called((await rig.userOf(uid)).username)).toMatchObject(gone);
    await expect(rig.person({ username: 'Nome.Livre' })).resolves.toBeTruthy();
  });

  test('ends every session', async () => {
    const uid = await rig.person();
    for (const hash of ['a', 'b']) {
      await rig.pool.query(
        `INSERT INTO sessions (id, uid, refresh_hash, device, expires_at)
         VALUES ($1, $2, $3, 'Firefox em Linux', now() + interval '1 day')`,
        [randomUUID(), uid, Buffer.from(uid + hash)],
      );
    }
    await rig.leave(uid);
    const live = 'SELECT 1 FROM sessions WHERE uid = $1 AND revoked_at IS NULL';
    expect((await rig.pool.query(live, [uid])).rowCount).toBe(0);
    expect(await refusal(rig.as(uid).users.getMe())).toMatchObject({ status: 401 });
  });

  test('sells nothing any more, and its pictures are erased once that is committed', async () => {
    const [avatar, cover, ordered] = [picture(), picture(), picture()];
    const [uid, buyer] = [await rig.person({ photo_url: avatar }), await rig.person()];
    const service = await addServiceRow(rig.pool, uid, { photo_url: cover });
    const sold = await addServiceRow(rig.pool, uid, { photo_url: ordered });
    const order = { service: sold, buyer, seller: uid };
    await addPaidOrderRow(rig.pool, order, { service_status: 'complete', photo_url: ordered });
    await rig.leave(uid);
    const standing = 'SELECT id FROM services WHERE id = ANY($1) AND deleted_at IS NULL';
    expect((await rig.pool.query(standing, [[service, sold]])).rowCount).toBe(0);
    expect(rig.erased).toEqual([]);
    await rig.jobs.runUntilIdle();
    // What the order shows stays with it.
    expect(rig.erased.sort()).toEqual([avatar, cover].sort());
    const previews = [service, sold].map((id) => `services ${id}`);
    expect(rig.erasedPreviews.sort()).toEqual(previews.sort());
  });

  test('is shown by no link to a post any more', async () => {
    const photo = picture();
    const uid = await rig.person();
    const post = await addPostRow(rig.pool, uid, { photo_url: photo });
    await rig.leave(uid);
    await rig.jobs.runUntilIdle();
    expect(rig.erased).toEqual([photo]);
    expect(rig.erasedPreviews).toContain(`posts ${post}`);
  });

  test('erases no picture that is not ours', async () => {
    await rig.leave(await rig.person({ photo_url: 'https://lh3.example/a/abc=s96-c' }));
    await rig.jobs.runUntilIdle();
    expect(rig.erased).toEqual([]);
  });

  test('leaves its orders to the other side, under nobody’s name', async () => {
    const { seller, buyer, id } = await rig.trade('complete');
    await rig.pool.query(`UPDATE users SET display_name = 'Ana' WHERE uid = $1`, [buyer]);
    await rig.leave(buyer);
    const { payment } = await rig.as(seller).orders.getPayment({ params: { id } });
    expect(payment).toMatchObject({ buyerName: 'Usuário removido', buyerPhotoURL: null });
  });

  test('is another account when the person comes back', async () => {
    const identity = {
      issuer: 'https://accounts.example',
      subject: 'same-person',
      email: 'volta@pessoas.example',
      name: 'Volta',
      picture: null,
      role: 'user' as const,
    };
    const create = findOrCreateAccount({ ...rig, recordAction: async () => undefined });
    const enter = () => rig.database.transaction((tx) => create(tx, identity));
    const first = await enter();
    await rig.leave(first.user.uid);
    const second = await enter();
    expect(second.isNew).toBe(true);
    expect(second.user.uid).not.toBe(first.user.uid);
  });

  test('stays closed however often it is asked for', async () => {
    const uid = await rig.person();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => rig.leave(uid)));
    const codes = outcomes.map((one) => (one.status === 'fulfilled' ? 204 : one.reason.status));
    // Who comes too late is not signed in any more.
    expect(codes).toContain(204);
    expect(codes.filter((code) => code !== 204 && code !== 401)).toEqual([]);
  });

  test('draws another placeholder when one is taken', async () => {
    const draws = ['AAAAAA', 'AAAAAA', 'AAAAAA', 'BBBBBB'];
    const ids = { ...systemIds, secret: () => draws.shift() ?? 'CCCCCC' };
    const close = deleteAccount({ ...rig, ids, realtime: nobodyHears, enqueue: rig.jobs.enqueue });
    for (let n = 0; n < 2; n += 1) {
      const uid = await rig.person();
      const actor = {
        kind: 'person' as const,
        uid,
        role: 'user' as const,
        sessionId: '',
        blocks: false,
        adult: false,
      };
      expect(await close(actor)).toMatchObject({ ok: true });
    }
    expect(draws).toEqual([]);
  });
});

describe('refusals', () => {
  test.each(['awaiting_start', 'in_progress'])(
    'an order in %s holds both its people, with a list of what waits',
    async (service_status) => {
      const { seller, buyer, id } = await rig.trade(service_status);
      for (const uid of [seller, buyer]) {
        const refused = await refusal(rig.leave(uid));
        expect(refused).toMatchObject({
          status: 409,
          code: 'open_orders',
          message: 'Você possui pedidos em andamento.',
        });
        expect(refused.body['orders']).toEqual([
          {
            id,
            purchaseCode: id.slice(0, 8).toUpperCase(),
            productName: 'Aula de Valorant',
            serviceStatus: service_status,
          },
        ]);
        expect(await rig.userOf(uid)).toMatchObject({ deleted_at: null });
      }
    },
  );

  test('nothing has changed after a refusal', async () => {
    const { seller, service } = await rig.trade('in_progress');
    await refusal(rig.leave(seller));
    const found = await rig.pool.query('SELECT deleted_at FROM services WHERE id = $1', [service]);
    expect(found.rows).toEqual([{ deleted_at: null }]);
    await rig.jobs.runUntilIdle();
    expect(rig.erased).toEqual([]);
  });

  test.each(['awaiting_payment', 'complete', 'cancelled', 'refunded'])(
    'an order in %s holds nobody',
    async (service_status) => {
      const { seller, buyer } = await rig.trade(service_status);
      await rig.leave(seller);
      await rig.leave(buyer);
    },
  );

  test('a visitor has nothing to close', async () => {
    expect(await refusal(rig.visitor.users.deleteMe())).toMatchObject({
      status: 401,
      message: 'Token não fornecido.',
    });
  });
});
