import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildPaidOrder,
  buildPost,
  buildService,
} from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

let fixture: ModerationQueueFixture;

beforeAll(async () => {
  fixture = await createModerationQueueFixture();
});
afterAll(() => fixture.close());

const errorCodeOf = async (call: Promise<unknown>) => (await errorOfCall(call)).code;
const hiddenColumns = { hidden_at: new Date(), hidden_reason: 'x' };

async function insertReview(author: string, seller: string, columns: Record<string, unknown> = {}) {
  const { adult = false, ...own } = columns;
  const service = await buildService(fixture.pool, seller, { adult });
  const orderId = await buildPaidOrder(fixture.pool, { service, buyer: author, seller });
  const id = randomUUID();
  const row = {
    id,
    payment_id: orderId,
    service_id: service,
    seller_id: seller,
    author_id: author,
  };
  const reviewColumns = {
    title: 'Ruim',
    description: 'Não veio.',
    rating: 1,
    recommend: false,
    ...own,
  };
  const names = Object.keys({ ...row, ...reviewColumns });
  await fixture.pool.query(
    `INSERT INTO reviews (${names}) VALUES (${names.map((_, index) => `$${index + 1}`)})`,
    Object.values({ ...row, ...reviewColumns }),
  );
  return { id, service };
}

describe('a reported service', () => {
  it('must belong to the reported person and be visible to the reporter', async () => {
    const [ana, joao, bia] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const privateUid = await fixture.buildPerson({ privacy: 'private' });
    const addService = (columns = {}, seller = joao) => buildService(fixture.pool, seller, columns);
    const serviceId = await addService();
    const { id } = await fixture.report(ana, joao, { reportedServiceId: serviceId });
    const { rows } = await fixture.pool.query('SELECT * FROM cases WHERE id = $1', [id]);
    expect(rows[0]).toMatchObject({ reported_service_id: serviceId, reported_review_id: null });
    for (const [whose, reportedServiceId] of [
      [bia, serviceId],
      [joao, randomUUID()],
      [joao, 'x'],
      [joao, await addService(hiddenColumns)],
      [joao, await addService({ deleted_at: new Date() })],
      [joao, await addService({ adult: true, category: 'nudez' })],
      [privateUid, await addService({}, privateUid)],
    ] as const)
      expect(await errorCodeOf(fixture.report(ana, whose, { reportedServiceId }))).toBe(
        'service_not_found',
      );
  });
});

describe('a reported review', () => {
  it('must belong to the reported person and be visible to the reporter', async () => {
    const [ana, joao, seller] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const { id: reportedReviewId, service } = await insertReview(joao, seller);
    for (const reportFields of [
      { reportedReviewId },
      { reportedReviewId, reportedServiceId: service },
    ]) {
      const { id } = await fixture.report(ana, joao, reportFields);
      const { rows } = await fixture.pool.query('SELECT * FROM cases WHERE id = $1', [id]);
      expect(rows[0]).toMatchObject({ reported_review_id: reportedReviewId });
    }
    const adultReviewId = (await insertReview(joao, seller, { adult: true })).id;
    const hiddenReviewId = (await insertReview(joao, seller, { hidden_at: new Date() })).id;
    for (const [whose, data] of [
      [seller, { reportedReviewId }],
      [joao, { reportedReviewId: randomUUID() }],
      [joao, { reportedReviewId: 'x' }],
      [joao, { reportedReviewId: adultReviewId }],
      [joao, { reportedReviewId: hiddenReviewId }],
      [joao, { reportedReviewId, reportedServiceId: randomUUID() }],
    ] as const)
      expect(await errorCodeOf(fixture.report(ana, whose, data))).toBe('review_not_found');
  });

  it('of a removed service can be reported from its seller’s list', async () => {
    const [ana, joao, seller] = [
      await fixture.buildPerson(),
      await fixture.buildPerson(),
      await fixture.buildPerson(),
    ];
    const { id, service } = await insertReview(joao, seller);
    await fixture.pool.query('UPDATE services SET deleted_at = now() WHERE id = $1', [service]);
    await fixture.report(ana, joao, { reportedReviewId: id });
    await fixture.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [seller]);
    expect(await errorCodeOf(fixture.report(ana, joao, { reportedReviewId: id }))).toBe(
      'review_not_found',
    );
  });
});

describe('own cases', () => {
  it('are listed with their outcomes, newest first, in pages', async () => {
    const { buyer, code } = await fixture.buildOrder();
    const joao = await fixture.buildPerson();
    const closedUid = await fixture.buildPerson();
    const submittedCases = [
      await fixture.report(buyer, joao),
      await fixture.report(buyer, closedUid),
      await fixture.requestSupport(buyer, code),
      await fixture.sendFeedback(buyer, 'Gostei  muito\nde tudo.'),
      await fixture.appeal(buyer, await fixture.buildDecision(buyer, { action: 'suspend' })),
    ];
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [closedUid]);
    await fixture.decide(await fixture.buildAdmin(), submittedCases[0]?.id ?? '', 'upheld');
    const list = (query: Readonly<Record<string, string>>) =>
      fixture.as(buyer).moderation.listOwnCases({ query });
    const { cases, nextCursor } = await list({});
    expect(nextCursor).toBeNull();
    expect(
      cases.map(({ title, state, outcome, about }) => [title, state, outcome, about?.uid]),
    ).toEqual([
      ['Recurso: suspensão', 'open', null, undefined],
      ['Gostei muito de tudo.', 'open', null, undefined],
      [`Suporte ${code}`, 'open', null, undefined],
      ['Golpe', 'open', null, undefined],
      ['Golpe', 'closed', 'upheld', joao],
    ]);
    expect(cases.at(-1)).toMatchObject({ answer: 'Vimos tudo.', decidedAt: expect.any(String) });
    expect(cases.map((ownCase) => ownCase.code)).toEqual(
      submittedCases.map((submittedCase) => submittedCase.code).toReversed(),
    );
    const readCodes: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: '2', ...(cursor ? { cursor } : {}) });
      readCodes.push(...page.cases.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(readCodes).toEqual(submittedCases.map(({ id }) => id).toReversed());
    expect((await fixture.as(joao).moderation.listOwnCases({ query: {} })).cases).toEqual([]);
    for (const badCursor of ['x', Buffer.from('2026|x').toString('base64url')])
      expect(await errorCodeOf(list({ cursor: badCursor }))).toBe('invalid_parameter');
  });
});

describe('an appeal', () => {
  it('is accepted once, from the person concerned, while the decision is in force', async () => {
    const [ana, bia] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const decisionId = await fixture.buildDecision(ana, { excerpt: 'Subi de elo' });
    expect(await errorCodeOf(fixture.appeal(bia, decisionId))).toBe('decision_not_found');
    expect(await errorCodeOf(fixture.appeal(ana, randomUUID()))).toBe('decision_not_found');
    expect(await errorCodeOf(fixture.appeal(ana, 'x'))).toBe('decision_not_found');
    const appealAttempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => fixture.appeal(ana, decisionId)),
    );
    expect(appealAttempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = appealAttempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason.code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['already_appealed']));
    const liftedDecisionId = await fixture.buildDecision(ana, { lifted_at: new Date() });
    expect(await errorCodeOf(fixture.appeal(ana, liftedDecisionId))).toBe('decision_lifted');
    const { decisions } = await fixture.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions).toMatchObject([
      { id: liftedDecisionId, appeal: null },
      { id: decisionId, appeal: { state: 'open' }, subject: { excerpt: 'Subi de elo' } },
    ]);
    expect((await fixture.as(bia).moderation.listDecisions({ query: {} })).decisions).toEqual([]);
  });

  it.each(['', ' ', 'x'.repeat(501), 'a\u0000b'])('of %j is refused', async (message) => {
    const ana = await fixture.buildPerson();
    const call = fixture.appeal(ana, await fixture.buildDecision(ana), message);
    expect(await errorOfCall(call)).toMatchObject({ status: 400 });
  });

  it('has the severity of the appealed decision', async () => {
    const ana = await fixture.buildPerson();
    const admin = await fixture.buildAdmin();
    const severityOfAppeal = async (action: string) => {
      const { id } = await fixture.appeal(ana, await fixture.buildDecision(ana, { action }));
      return (await fixture.caseOf(admin, id)).severity;
    };
    expect(await severityOfAppeal('suspend')).toBe('high');
    expect(await severityOfAppeal('warn')).toBe('normal');
  });
});

it('a case lists other open reports about the same subject', async () => {
  const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
  const postUid = await buildPost(fixture.pool, joao);
  const { id } = await fixture.report(ana, joao, { reportedPostId: postUid });
  const otherReport = await fixture.report(ana, joao, {
    reportedPostId: postUid,
    title: 'De novo',
  });
  const profileReport = await fixture.report(ana, joao);
  const admin = await fixture.buildAdmin();
  expect((await fixture.caseOf(admin, id)).alike).toEqual([
    { id: otherReport.id, code: otherReport.code, title: 'De novo' },
  ]);
  expect((await fixture.caseOf(admin, profileReport.id)).alike).toEqual([]);
});
