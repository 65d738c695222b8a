import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildReview } from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: ModerationQueueFixture;
let adminUid: string;

beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
});
afterAll(() => fixture.close());

const buildTwoPeople = async () =>
  [await fixture.buildPerson(), await fixture.buildPerson()] as const;
const readAuditLogOf = async (id: string) =>
  (
    await fixture.pool.query(
      `SELECT action, actor_id, subject_kind FROM moderation_actions WHERE case_id = $1
       ORDER BY created_at, id`,
      [id],
    )
  ).rows.map(({ action, subject_kind }) => `${action} ${subject_kind}`);
const errorCodeOf = async (call: Promise<unknown>) => (await errorOfCall(call)).code;

describe('deciding a case', () => {
  it('closes a report, is logged and notifies its author without a name', async () => {
    const [ana, joao] = await buildTwoPeople();
    const { id, code } = await fixture.report(ana, joao);
    const { case: decidedCase } = await fixture.decide(adminUid, id, 'upheld', {
      actions: [{ action: 'warn', on: 'person' }],
    });
    expect(decidedCase).toMatchObject({
      state: 'closed',
      outcome: 'upheld',
      answer: 'Vimos tudo.',
    });
    expect(decidedCase.decidedAt).not.toBeNull();
    expect(fixture.performedActions.at(-1)).toMatchObject({
      action: 'warn',
      subject: { kind: 'user', id: joao },
      reason: 'Vimos tudo.',
      caseId: id,
      days: null,
    });
    expect(fixture.committed.at(-1)).toBe(fixture.performedActions.at(-1));
    expect(await readAuditLogOf(id)).toEqual(['warn user', 'upheld case']);
    const [notice] = await fixture.notificationsOf(ana);
    expect(notice).toMatchObject({
      type: 'moderation',
      info: { event: 'case_decided', caseId: id, kind: 'report' },
    });
    expect(notice?.content).toContain(code);
    const { rows } = await fixture.pool.query('SELECT username FROM users WHERE uid = $1', [joao]);
    expect(JSON.stringify(notice)).not.toContain(joao);
    expect(JSON.stringify(notice)).not.toContain(rows[0].username);
    fixture.sent.length = 0;
    await fixture.sendMails();
    expect(fixture.sent.map((mail) => mail.id)).toEqual([`case-${id}`]);
  });

  it('mails the answer to a support request', async () => {
    const { buyer, code } = await fixture.buildOrder();
    const { id } = await fixture.requestSupport(buyer, code);
    await fixture.decide(adminUid, id, 'answered', { reason: 'Falamos com quem vende.' });
    fixture.sent.length = 0;
    await fixture.sendMails();
    const mail = fixture.sent.find((sentMail) => sentMail.id === `outcome-${id}`);
    expect(mail?.to).toBe('bia@pessoas.example');
    expect(mail?.text).toContain('> Falamos com quem vende.');
    expect(await fixture.notificationsOf(buyer)).toHaveLength(1);
  });

  it('gives the supporter badge for useful feedback only', async () => {
    const [ana, bia] = await buildTwoPeople();
    await fixture.decide(adminUid, (await fixture.sendFeedback(ana)).id, 'useful');
    await fixture.decide(adminUid, (await fixture.sendFeedback(bia)).id, 'noted');
    const { rows } = await fixture.pool.query(
      'SELECT uid FROM users WHERE supporter AND uid = ANY($1)',
      [[ana, bia]],
    );
    expect(rows).toEqual([{ uid: ana }]);
  });

  it('changes nothing when one of its actions is refused', async () => {
    const [ana, joao] = await buildTwoPeople();
    const { id } = await fixture.report(ana, joao);
    fixture.refuse('suspend', 'last_admin');
    const committedCount = fixture.committed.length;
    const actions = [{ action: 'warn' }, { action: 'suspend', days: 7 }] as never;
    expect(await errorCodeOf(fixture.decide(adminUid, id, 'upheld', { actions }))).toBe(
      'last_admin',
    );
    fixture.refuse('suspend', null);
    expect(await readAuditLogOf(id)).toEqual([]);
    expect(fixture.committed).toHaveLength(committedCount);
    expect(await fixture.notificationsOf(ana)).toEqual([]);
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({ state: 'open', outcome: null });
  });

  it('refuses unknown cases, outcomes of other kinds and missing subjects', async () => {
    const [ana, joao] = await buildTwoPeople();
    const { id } = await fixture.report(ana, joao);
    for (const outcome of ['granted', 'denied', 'answered', 'useful', 'noted'] as const)
      expect(await errorOfCall(fixture.decide(adminUid, id, outcome))).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
      });
    for (const unknownId of [randomUUID(), 'x'])
      expect(await errorCodeOf(fixture.decide(adminUid, unknownId, 'upheld'))).toBe(
        'case_not_found',
      );
    fixture.refuse('hide', 'not_found');
    const actions = [{ action: 'hide', on: 'subject' }] as never;
    expect(await errorCodeOf(fixture.decide(adminUid, id, 'upheld', { actions }))).toBe(
      'action_impossible',
    );
    fixture.refuse('hide', null);
    const feedbackCase = await fixture.sendFeedback(ana);
    expect(await errorCodeOf(fixture.decide(adminUid, feedbackCase.id, 'noted', { actions }))).toBe(
      'action_impossible',
    );
  });

  it('applies actions to the subject or to the person', async () => {
    const { id: orderId, seller, buyer, code } = await fixture.buildOrder();
    const { id } = await fixture.requestSupport(buyer, code);
    const actions = [{ action: 'refund' }, { action: 'warn', on: 'person' }] as never;
    await fixture.decide(adminUid, id, 'answered', { actions });
    expect(fixture.performedActions.slice(-2).map(({ subject }) => subject)).toEqual([
      { kind: 'order', id: orderId },
      { kind: 'user', id: seller },
    ]);
  });
});

describe('an administrator cannot decide', () => {
  it('cases that they wrote or that concern them', async () => {
    const [ana] = await buildTwoPeople();
    const { seller, buyer, code } = await fixture.buildOrder();
    const { rows } = await fixture.pool.query(
      `UPDATE users SET role = 'admin' WHERE uid = ANY($1) RETURNING uid`,
      [[seller, buyer]],
    );
    expect(rows).toHaveLength(2);
    const reportAboutSeller = await fixture.report(ana, seller);
    const supportCase = await fixture.requestSupport(buyer, code);
    const appeal = await fixture.appeal(seller, await fixture.buildDecision(seller));
    for (const [who, id, outcome] of [
      [seller, reportAboutSeller.id, 'dismissed'],
      [buyer, supportCase.id, 'answered'],
      [seller, supportCase.id, 'answered'],
      [seller, appeal.id, 'granted'],
    ] as const) {
      expect(await errorCodeOf(fixture.decide(who, id, outcome))).toBe('forbidden');
      const params = { id };
      expect(await errorCodeOf(fixture.queueOf(who).takeCase({ params }))).toBe('forbidden');
      expect(await errorCodeOf(fixture.queueOf(who).releaseCase({ params }))).toBe('forbidden');
    }
  });

  it('reports of reviews of their own services, nor act on those', async () => {
    const { id: paymentId, service, seller, buyer } = await fixture.buildOrder();
    await fixture.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [seller]);
    const reviewId = await buildReview(
      fixture.pool,
      { payment: paymentId, service, seller },
      buyer,
    );
    const report = await fixture.report(await fixture.buildPerson(), buyer, {
      reportedReviewId: reviewId,
    });
    const decisionColumns = { action: 'hide', subject_kind: 'review', subject_id: reviewId };
    const appeal = await fixture.appeal(buyer, await fixture.buildDecision(buyer, decisionColumns));
    for (const [id, outcome] of [
      [report.id, 'dismissed'],
      [appeal.id, 'denied'],
    ] as const) {
      expect((await fixture.caseOf(seller, id)).mayDecide).toBe(false);
      expect(await errorCodeOf(fixture.decide(seller, id, outcome))).toBe('forbidden');
      expect((await fixture.decide(adminUid, id, outcome)).case.state).toBe('closed');
    }
  });

  it('a case a second time, even concurrently', async () => {
    const [ana, joao] = await buildTwoPeople();
    const { id } = await fixture.report(ana, joao);
    const admins = await Promise.all(Array.from({ length: 50 }, () => fixture.buildAdmin()));
    const actions = [{ action: 'warn', on: 'person' }] as never;
    const decisionAttempts = await Promise.allSettled(
      admins.map((adminUid, index) =>
        fixture.decide(adminUid, id, index % 2 ? 'upheld' : 'dismissed', { actions }),
      ),
    );
    expect(decisionAttempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = decisionAttempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason.code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['case_decided']));
    expect(await readAuditLogOf(id)).toHaveLength(2);
    expect(await fixture.notificationsOf(ana)).toHaveLength(1);
    expect(fixture.committed.filter(({ caseId }) => caseId === id)).toHaveLength(1);
    expect(await errorCodeOf(fixture.queueOf(adminUid).takeCase({ params: { id } }))).toBe(
      'case_decided',
    );
    expect(await errorCodeOf(fixture.queueOf(adminUid).releaseCase({ params: { id } }))).toBe(
      'case_decided',
    );
  });
});

describe('a bulk decision', () => {
  it('decides each case on its own', async () => {
    const [ana, joao] = await buildTwoPeople();
    const ids = [
      (await fixture.report(ana, joao)).id,
      (await fixture.sendFeedback(ana)).id,
      randomUUID(),
      (await fixture.report(ana, adminUid)).id,
      (await fixture.report(ana, joao)).id,
    ];
    const body = { ids, outcome: 'dismissed', reason: 'Nada achado.', actions: [] } as const;
    const { results } = await fixture
      .queueOf(adminUid)
      .decideCases({ body: { ...body, ids, actions: [] } });
    expect(results.map(({ ok, code }) => code ?? ok)).toEqual([
      true,
      'invalid_parameter',
      'case_not_found',
      'forbidden',
      true,
    ]);
    expect(results.map(({ id }) => id)).toEqual(ids);
  });
});

describe('invalid input', () => {
  const send = (id: string, body: unknown) =>
    fixture.queueOf(adminUid).decideCase({ params: { id }, body: body as never });
  const baseDecision = { outcome: 'upheld', reason: 'Vimos.' };

  it.each([
    {},
    [],
    null,
    { ...baseDecision, outcome: 'lost' },
    { ...baseDecision, outcome: ['upheld'] },
    { ...baseDecision, reason: '' },
    { ...baseDecision, reason: 'a\u0000b' },
    { ...baseDecision, reason: 'a\u202eb' },
    { ...baseDecision, reason: 'x'.repeat(201) },
    { ...baseDecision, more: 1 },
    { ...baseDecision, actions: {} },
    { ...baseDecision, actions: [{ action: 'erase' }] },
    { ...baseDecision, actions: [{ action: 'suspend', on: 'everyone' }] },
    ...[0, -1, 1.5, 366, 1e21, '7'].map((days) => ({
      ...baseDecision,
      actions: [{ action: 'suspend', on: 'person', days }],
    })),
    { ...baseDecision, actions: Array.from({ length: 9 }, () => ({ action: 'warn' })) },
  ])('%j decides nothing', async (body) => {
    const [ana, joao] = await buildTwoPeople();
    const { id } = await fixture.report(ana, joao);
    expect(await errorOfCall(send(id, body))).toMatchObject({ status: 400 });
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({ state: 'open' });
  });

  it('is refused for any malformed list of cases', async () => {
    const decideSeveral = (ids: unknown) =>
      fixture.queueOf(adminUid).decideCases({ body: { ...baseDecision, ids } as never });
    for (const ids of [[], 'x', [1], [null], Array.from({ length: 51 }, () => randomUUID())])
      expect(await errorOfCall(decideSeveral(ids))).toMatchObject({ status: 400 });
    const { results } = await decideSeveral(['x', 'x', "'; DROP TABLE cases"]);
    expect(results.map(({ code }) => code)).toEqual(['case_not_found']);
  });
});
