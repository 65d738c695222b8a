import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildPaidOrder,
  buildService,
  buildUser,
} from '../../../../test/fixtures/data/builders.ts';
import { supportBody } from '../../../../test/fixtures/modules/reports-fixture.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let admin: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  [admin, buyer] = [await app.signInAdmin(), await app.signIn('Compradora')];
});
afterAll(() => app.close());

const REQUIRED_CONFIRMATION = { status: 403, code: 'confirmation_required' };

/** Creates a free order that waits for its start; returns its id. */
async function createOrder(sellerColumns: { role?: 'admin' } = {}): Promise<string> {
  const seller = await buildUser(app.pool, sellerColumns);
  const serviceId = await buildService(app.pool, seller);
  return buildPaidOrder(app.pool, { service: serviceId, buyer: buyer.uid, seller }, { price: 0 });
}

/** Creates a support request about a new order; returns both ids. */
async function createSupportCase(sellerColumns?: { role?: 'admin' }) {
  const orderId = await createOrder(sellerColumns);
  const { rows } = await app.pool.query('SELECT purchase_code FROM payments WHERE id = $1', [
    orderId,
  ]);
  await buyer.api.moderation.sendEmail({ body: supportBody(rows[0].purchase_code) });
  const caseRows = await app.pool.query('SELECT id FROM cases WHERE payment_id = $1', [orderId]);
  return { id: caseRows.rows[0].id as string, orderId };
}

const statusOf = async (id: string) =>
  (await app.pool.query('SELECT service_status FROM payments WHERE id = $1', [id])).rows[0]
    .service_status;
/** Status of an order, and whether its seller is suspended. */
const readOrderAndSeller = async (orderId: string) =>
  (
    await app.pool.query(
      `SELECT p.service_status, u.suspended_at IS NOT NULL AS suspended
       FROM payments p JOIN users u ON u.uid = p.seller_id WHERE p.id = $1`,
      [orderId],
    )
  ).rows[0];
const headerOf = (confirmation?: string) => (confirmation === undefined ? {} : { confirmation });

describe('a refund as a moderation action', () => {
  const refund = (id: string, confirmation?: string) =>
    admin.api.moderationActions.applyAction({
      body: { action: 'refund', subject: { kind: 'order', id }, reason: 'Não entregou.' },
      ...headerOf(confirmation),
    });

  it('needs a confirmation, which a refusal leaves good', async () => {
    const [id, confirmation] = [await createOrder(), await admin.confirm('admin_money')];
    expect(await errorOfCall(refund(id))).toMatchObject(REQUIRED_CONFIRMATION);
    expect(await errorOfCall(refund(id, await admin.confirm('withdrawal')))).toMatchObject(
      REQUIRED_CONFIRMATION,
    );
    expect(await statusOf(id)).toBe('awaiting_start');
    const { rows } = await app.pool.query('SELECT FROM moderation_actions WHERE subject_id = $1', [
      id,
    ]);
    expect(rows).toEqual([]);
    const unknownId = '00000000-0000-4000-8000-000000000000';
    expect(await errorOfCall(refund(unknownId))).toMatchObject({ status: 404 });
    expect(await errorOfCall(refund(unknownId, confirmation))).toMatchObject({ status: 404 });
    await refund(id, confirmation);
    expect(await statusOf(id)).toBe('refunded');
    expect(await errorOfCall(refund(await createOrder(), confirmation))).toMatchObject(
      REQUIRED_CONFIRMATION,
    );
  });

  it('is the only action that needs one, besides the suspension of an administrator', async () => {
    const uid = await buildUser(app.pool);
    await admin.api.moderationActions.applyAction({
      body: { action: 'suspend', subject: { kind: 'user', id: uid }, reason: 'Spam' },
    });
    const otherAdmin = await app.signIn('Equipe');
    await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [otherAdmin.uid]);
    const body = {
      action: 'suspend',
      subject: { kind: 'user', id: otherAdmin.uid },
      reason: 'Spam',
    } as const;
    const suspend = (call: { confirmation?: string }) =>
      admin.api.moderationActions.applyAction({ body, ...call });
    expect(await errorOfCall(suspend({}))).toMatchObject(REQUIRED_CONFIRMATION);
    expect((await otherAdmin.fetch('/api/admin/queue')).status).toBe(200);
    await suspend({ confirmation: await admin.confirm('admin_money') });
    expect((await otherAdmin.fetch('/api/admin/queue')).status).toBe(403);
  });
});

describe('a decision with a refund', () => {
  const body = { outcome: 'answered', reason: 'Devolvemos.', actions: [{ action: 'refund' }] };
  const decide = (id: string, confirmation?: string) =>
    admin.api.moderationQueue.decideCase({
      params: { id },
      body: body as never,
      ...headerOf(confirmation),
    });
  const decideAll = (ids: string[], confirmation?: string) =>
    admin.api.moderationQueue.decideCases({
      body: { ids, ...body } as never,
      ...headerOf(confirmation),
    });

  it('needs a confirmation, and leaves the case open without', async () => {
    const { id, orderId } = await createSupportCase();
    expect(await errorOfCall(decide(id))).toMatchObject(REQUIRED_CONFIRMATION);
    expect(await statusOf(orderId)).toBe('awaiting_start');
    const decision = await decide(id, await admin.confirm('admin_money'));
    expect(decision.case.state).toBe('closed');
    expect(await statusOf(orderId)).toBe('refunded');
    expect(await errorOfCall(decide(id))).toMatchObject({ code: 'case_decided' });
  });

  it('of an order that cannot be refunded is refused before a confirmation is asked for', async () => {
    const { id, orderId } = await createSupportCase();
    await app.pool.query(
      `UPDATE payments SET service_status = 'cancelled', start_by = NULL WHERE id = $1`,
      [orderId],
    );
    expect(await errorOfCall(decide(id))).toMatchObject({ code: 'order_wrong_status' });
  });

  it('of several cases needs one confirmation for all of them', async () => {
    const cases = [await createSupportCase(), await createSupportCase()];
    const ids = cases.map(({ id }) => id);
    expect(await errorOfCall(decideAll(ids))).toMatchObject(REQUIRED_CONFIRMATION);
    const confirmation = await admin.confirm('admin_money');
    const { results } = await decideAll(ids, confirmation);
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    for (const { orderId } of cases) expect(await statusOf(orderId)).toBe('refunded');
    expect(await errorOfCall(decideAll(ids, confirmation))).toMatchObject(REQUIRED_CONFIRMATION);
  });

  it('of several cases suspends one administrator for each confirmation', async () => {
    const cases = [
      await createSupportCase(),
      await createSupportCase({ role: 'admin' }),
      await createSupportCase({ role: 'admin' }),
      await createSupportCase(),
    ];
    const refundAndSuspend = [{ action: 'refund' }, { action: 'suspend', on: 'person' }];
    const decideWithSuspension = async (ids: string[]) =>
      admin.api.moderationQueue.decideCases({
        body: { ids, ...body, actions: refundAndSuspend } as never,
        confirmation: await admin.confirm('admin_money'),
      });
    const { results } = await decideWithSuspension(cases.map(({ id }) => id));
    expect(results.map(({ code }) => code)).toEqual([null, null, 'confirmation_required', null]);
    const readStates = () => Promise.all(cases.map(({ orderId }) => readOrderAndSeller(orderId)));
    const [decided, open] = [
      { service_status: 'refunded', suspended: true },
      { service_status: 'awaiting_start', suspended: false },
    ];
    expect(await readStates()).toEqual([decided, decided, open, decided]);
    const laterAnswer = await decideWithSuspension([cases[2]?.id as string]);
    expect(laterAnswer.results.map(({ code }) => code)).toEqual([null]);
    expect(await readStates()).toEqual([decided, decided, decided, decided]);
  });

  it('without a refund needs none', async () => {
    const { id } = await createSupportCase();
    await admin.api.moderationQueue.decideCase({
      params: { id },
      body: { outcome: 'answered', reason: 'Falamos com quem vendeu.', actions: [] },
    });
  });
});
