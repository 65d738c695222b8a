import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import { pictureURL } from '@guilda/contract/pictures';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiRig, apiRig } from '../../../test/api-rig.ts';
import { fakePaymentProvider } from '../../../test/fake-payment-provider.ts';
import { refusal } from '../../../test/harness.ts';
import { quietLog } from '../../../test/quiet-log.ts';
import { addPaidOrderRow, addServiceRow, addUserRow } from '../../../test/rows.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import { createJobs, type Jobs } from '../../platform/jobs/index.ts';
import { err } from '../../platform/result.ts';
import { systemIds } from '../../ports/ids.ts';
import { mountPaymentWebhooks, orderHandlers } from '../orders/index.ts';
import { findOrCreateAccount, userHandlers } from '../users/index.ts';
import { deleteAccount, type PrivacyTasks, privacyTasks } from './index.ts';

let rig: ApiRig;
let jobs: Jobs<PrivacyTasks>;
let erased: string[] = [];
const provider = fakePaymentProvider();

beforeAll(async () => {
  rig = await apiRig(async ({ app, door, ...deps }) => {
    const { database } = deps;
    const deletePicture = async (photoURL: string) => void erased.push(photoURL);
    jobs = createJobs({ database, log: quietLog }, privacyTasks({ deletePicture }));
    await jobs.runUntilIdle();
    const users = userHandlers({
      ...deps,
      storePicture: async () => err('file_type'),
      deletePicture: async () => {},
      deleteAccount: deleteAccount({ ...deps, enqueue: jobs.enqueue }),
    });
    const orders = {
      ...deps,
      paymentProvider: provider,
      publicUrl: 'https://guilda.example',
      platformFeePercent: 10,
      paymentTimeoutMinutes: 60,
      log: { warn: () => undefined },
    };
    registerEndpoints(app, endpoints.users, users, door);
    registerEndpoints(app, endpoints.orders, orderHandlers(orders), door);
    mountPaymentWebhooks(app, orders);
  });
});

afterAll(() => rig.close());

beforeEach(async () => {
  await jobs.runUntilIdle();
  erased = [];
});

const pool = () => rig.database.pool;
const person = (columns = {}) => addUserRow(pool(), columns);
const leave = (uid: string) => rig.as(uid).users.deleteMe();
const userOf = async (uid: string) =>
  (await pool().query('SELECT * FROM users WHERE uid = $1', [uid])).rows[0];

async function trade(service_status: string) {
  const [seller, buyer] = [await person(), await person()];
  const service = await addServiceRow(pool(), seller);
  const order = { service, buyer, seller };
  const id = await addPaidOrderRow(pool(), order, { service_status });
  return { seller, buyer, service, id };
}

const picture = () => pictureURL(randomUUID(), 384);

/** Something that happens once, and can be waited for. */
function gate() {
  let pass: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { pass, passed };
}

/** Waits until a transaction waits for another one. */
const somebodyWaits = () =>
  expect
    .poll(async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await pool().query(waiting)).rowCount;
    })
    .toBe(1);

describe('a closed account', () => {
  test('holds nothing of the person any more', async () => {
    const uid = await person({
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
    });
    await leave(uid);
    const row = await userOf(uid);
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

  test('is nobody’s profile, and its name is free', async () => {
    const uid = await person({ username: 'nome.livre' });
    await leave(uid);
    const { getUser, getByUsername } = rig.visitor.users;
    const called = async (username: string) => refusal(getByUsername({ params: { username } }));
    const gone = { status: 404, code: 'user_not_found' };
    expect(await refusal(getUser({ params: { buyerId: uid } }))).toMatchObject(gone);
    expect(await called('nome.livre')).toMatchObject(gone);
    expect(await called((await userOf(uid)).username)).toMatchObject(gone);
    await expect(person({ username: 'Nome.Livre' })).resolves.toBeTruthy();
  });

  test('ends every session', async () => {
    const uid = await person();
    for (const hash of ['a', 'b']) {
      await pool().query(
        `INSERT INTO sessions (id, uid, refresh_hash, device, expires_at)
         VALUES ($1, $2, $3, 'Firefox em Linux', now() + interval '1 day')`,
        [randomUUID(), uid, Buffer.from(uid + hash)],
      );
    }
    await leave(uid);
    const live = 'SELECT 1 FROM sessions WHERE uid = $1 AND revoked_at IS NULL';
    expect((await pool().query(live, [uid])).rowCount).toBe(0);
    expect(await refusal(rig.as(uid).users.getMe())).toMatchObject({ status: 401 });
  });

  test('sells nothing any more, and its pictures are erased once that is committed', async () => {
    const [avatar, cover, ordered] = [picture(), picture(), picture()];
    const [uid, buyer] = [await person({ photo_url: avatar }), await person()];
    const service = await addServiceRow(pool(), uid, { photo_url: cover });
    const sold = await addServiceRow(pool(), uid, { photo_url: ordered });
    const order = { service: sold, buyer, seller: uid };
    await addPaidOrderRow(pool(), order, { service_status: 'complete', photo_url: ordered });
    await leave(uid);
    const standing = 'SELECT id FROM services WHERE id = ANY($1) AND deleted_at IS NULL';
    expect((await pool().query(standing, [[service, sold]])).rowCount).toBe(0);
    expect(erased).toEqual([]);
    await jobs.runUntilIdle();
    // What the order shows stays with it.
    expect(erased.sort()).toEqual([avatar, cover].sort());
  });

  test('erases no picture that is not ours', async () => {
    await leave(await person({ photo_url: 'https://lh3.example/a/abc=s96-c' }));
    await jobs.runUntilIdle();
    expect(erased).toEqual([]);
  });

  test('leaves its orders to the other side, under nobody’s name', async () => {
    const { seller, buyer, id } = await trade('complete');
    await pool().query(`UPDATE users SET display_name = 'Ana' WHERE uid = $1`, [buyer]);
    await leave(buyer);
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
    const enter = findOrCreateAccount(rig);
    const first = await enter(identity);
    await leave(first.user.uid);
    const second = await enter(identity);
    expect(second.isNew).toBe(true);
    expect(second.user.uid).not.toBe(first.user.uid);
  });

  test('stays closed however often it is asked for', async () => {
    const uid = await person();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => leave(uid)));
    const codes = outcomes.map((one) => (one.status === 'fulfilled' ? 204 : one.reason.status));
    // Who comes too late is not signed in any more.
    expect(codes).toContain(204);
    expect(codes.filter((code) => code !== 204 && code !== 401)).toEqual([]);
  });

  test('draws another placeholder when one is taken', async () => {
    const draws = ['AAAAAA', 'AAAAAA', 'AAAAAA', 'BBBBBB'];
    const ids = { ...systemIds, secret: () => draws.shift() ?? 'CCCCCC' };
    const close = deleteAccount({ ...rig, ids, enqueue: jobs.enqueue });
    for (let n = 0; n < 2; n += 1) {
      const uid = await person();
      const actor = { kind: 'person' as const, uid, role: 'user' as const, sessionId: '' };
      expect(await close(actor)).toMatchObject({ ok: true });
    }
    expect(draws).toEqual([]);
  });
});

describe('refusals', () => {
  test.each(['awaiting_start', 'in_progress'])(
    'an order in %s holds both its people, with a list of what waits',
    async (service_status) => {
      const { seller, buyer, id } = await trade(service_status);
      for (const uid of [seller, buyer]) {
        const refused = await refusal(leave(uid));
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
        expect(await userOf(uid)).toMatchObject({ deleted_at: null });
      }
    },
  );

  test('nothing has changed after a refusal', async () => {
    const { seller, service } = await trade('in_progress');
    await refusal(leave(seller));
    const found = await pool().query('SELECT deleted_at FROM services WHERE id = $1', [service]);
    expect(found.rows).toEqual([{ deleted_at: null }]);
    await jobs.runUntilIdle();
    expect(erased).toEqual([]);
  });

  test.each(['awaiting_payment', 'complete', 'cancelled', 'refunded'])(
    'an order in %s holds nobody',
    async (service_status) => {
      const { seller, buyer } = await trade(service_status);
      await leave(seller);
      await leave(buyer);
    },
  );

  test('the last administrator stays, also when two leave at once', async () => {
    const one = await person({ role: 'admin', photo_url: picture() });
    const two = await person({ role: 'admin' });
    await person({ role: 'admin', suspended_at: new Date() });
    const [reached, open] = [gate(), gate()];
    const slowly = deleteAccount({
      ...rig,
      enqueue: async () => {
        reached.pass();
        await open.passed;
      },
    });
    const first = slowly({ kind: 'person', uid: one, role: 'admin', sessionId: '' });
    await reached.passed;
    const second = refusal(leave(two));
    await somebodyWaits();
    open.pass();
    expect(await first).toMatchObject({ ok: true });
    expect(await second).toMatchObject({
      status: 409,
      code: 'last_admin',
      message: 'A última pessoa administradora não pode sair.',
    });
  });

  test('a visitor has nothing to close', async () => {
    expect(await refusal(rig.visitor.users.deleteMe())).toMatchObject({
      status: 401,
      message: 'Token não fornecido.',
    });
  });
});

/** Open orders of people whose account is closed: there must never be one. */
const orphans = async () =>
  (
    await pool().query(`SELECT p.id FROM payments p
      JOIN users u ON u.uid IN (p.buyer_id, p.seller_id) AND u.deleted_at IS NOT NULL
      WHERE p.service_status IN ('awaiting_start', 'in_progress')`)
  ).rows;

describe('races', () => {
  const buy = (buyer: string, serviceId: string) =>
    rig.as(buyer).orders.checkout({ body: { serviceId }, idempotencyKey: randomUUID() });

  test.each(['seller', 'buyer'] as const)(
    'no purchase slips past a %s who leaves',
    async (leaver) => {
      const codes = new Set<unknown>();
      for (let round = 0; round < 25; round += 1) {
        const [seller, buyer] = [await person(), await person()];
        const service = await addServiceRow(pool(), seller, { price: 0 });
        const outcomes = await Promise.allSettled([
          ...Array.from({ length: 3 }, () => buy(buyer, service)),
          leave(leaver === 'seller' ? seller : buyer),
          ...Array.from({ length: 3 }, () => buy(buyer, service)),
        ]);
        for (const each of outcomes) if (each.status === 'rejected') codes.add(each.reason.code);
        expect(await orphans()).toEqual([]);
      }
      const expected: unknown[] = ['open_orders', 'service_not_found', 'token_invalid'];
      expect([...codes].filter((code) => !expected.includes(code))).toEqual([]);
    },
  );

  test('a purchase that meets a closing account waits for it and finds nothing', async () => {
    const [seller, buyer] = [await person(), await person()];
    const service = await addServiceRow(pool(), seller, { price: 0 });
    const client = await pool().connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM users WHERE uid = $1 FOR UPDATE', [seller]);
    const buying = refusal(buy(buyer, service));
    await somebodyWaits();
    await client.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [seller]);
    await client.query('COMMIT');
    client.release();
    expect(await buying).toMatchObject({ status: 404, code: 'service_not_found' });
    expect(await orphans()).toEqual([]);
  });

  test('no payment arrives in an order whose seller has left', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [seller, buyer] = [await person(), await person()];
      const service = await addServiceRow(pool(), seller);
      const { payment } = await buy(buyer, service);
      provider.pay(payment.id);
      const { headers, rawBody } = provider.notice(payment.id);
      const deliver = () =>
        rig.app.inject({
          method: 'POST',
          url: '/api/payments/webhooks/fake',
          headers: headers as Record<string, string>,
          payload: rawBody,
        });
      const [delivered] = await Promise.all([
        deliver(),
        leave(seller).catch((error: unknown) => error),
      ]);
      expect(delivered.statusCode).toBe(200);
      expect(await orphans()).toEqual([]);
    }
  });

  test('money for an order whose seller has left is written down, not delivered', async () => {
    const [seller, buyer] = [await person(), await person()];
    const service = await addServiceRow(pool(), seller);
    const { payment } = await buy(buyer, service);
    await leave(seller);
    provider.pay(payment.id);
    const { headers, rawBody } = provider.notice(payment.id);
    await rig.app.inject({
      method: 'POST',
      url: '/api/payments/webhooks/fake',
      headers: headers as Record<string, string>,
      payload: rawBody,
    });
    const found = await pool().query(
      'SELECT service_status, amount_paid FROM payments WHERE id = $1',
      [payment.id],
    );
    expect(found.rows).toEqual([{ service_status: 'awaiting_payment', amount_paid: 4990 }]);
  });
});
