import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { refusal } from '../../../test/harness.ts';
import { addPaidOrderRow, addPostRow, addServiceRow } from '../../../test/rows.ts';

let rig: DeskRig;

beforeAll(async () => {
  rig = await deskRig();
});
afterAll(() => rig.close());

const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;
const hidden = { hidden_at: new Date(), hidden_reason: 'x' };

async function reviewOf(author: string, seller: string, columns: Record<string, unknown> = {}) {
  const { adult = false, ...own } = columns;
  const service = await addServiceRow(rig.pool, seller, { adult });
  const payment = await addPaidOrderRow(rig.pool, { service, buyer: author, seller });
  const id = randomUUID();
  const row = {
    id,
    payment_id: payment,
    service_id: service,
    seller_id: seller,
    author_id: author,
  };
  const said = { title: 'Ruim', description: 'Não veio.', rating: 1, recommend: false, ...own };
  const names = Object.keys({ ...row, ...said });
  await rig.pool.query(
    `INSERT INTO reviews (${names}) VALUES (${names.map((_, at) => `$${at + 1}`)})`,
    Object.values({ ...row, ...said }),
  );
  return { id, service };
}

describe('a reported service', () => {
  it('must be that person’s and there for the reporter', async () => {
    const [ana, joao, bia] = [await rig.person(), await rig.person(), await rig.person()];
    const shy = await rig.person({ privacy: 'private' });
    const add = (columns = {}, seller = joao) => addServiceRow(rig.pool, seller, columns);
    const service = await add();
    const { id } = await rig.tellOf(ana, joao, { reportedServiceId: service });
    const { rows } = await rig.pool.query('SELECT * FROM cases WHERE id = $1', [id]);
    expect(rows[0]).toMatchObject({ reported_service_id: service, reported_review_id: null });
    for (const [whose, reportedServiceId] of [
      [bia, service],
      [joao, randomUUID()],
      [joao, 'x'],
      [joao, await add(hidden)],
      [joao, await add({ deleted_at: new Date() })],
      [joao, await add({ adult: true, category: 'nudez' })],
      [shy, await add({}, shy)],
    ] as const)
      expect(await codeOf(rig.tellOf(ana, whose, { reportedServiceId }))).toBe('service_not_found');
  });
});

describe('a reported review', () => {
  it('must be that person’s and there for the reporter', async () => {
    const [ana, joao, seller] = [await rig.person(), await rig.person(), await rig.person()];
    const { id: reportedReviewId, service } = await reviewOf(joao, seller);
    for (const data of [{ reportedReviewId }, { reportedReviewId, reportedServiceId: service }]) {
      const { id } = await rig.tellOf(ana, joao, data);
      const { rows } = await rig.pool.query('SELECT * FROM cases WHERE id = $1', [id]);
      expect(rows[0]).toMatchObject({ reported_review_id: reportedReviewId });
    }
    const adult = (await reviewOf(joao, seller, { adult: true })).id;
    const away = (await reviewOf(joao, seller, { hidden_at: new Date() })).id;
    for (const [whose, data] of [
      [seller, { reportedReviewId }],
      [joao, { reportedReviewId: randomUUID() }],
      [joao, { reportedReviewId: 'x' }],
      [joao, { reportedReviewId: adult }],
      [joao, { reportedReviewId: away }],
      [joao, { reportedReviewId, reportedServiceId: randomUUID() }],
    ] as const)
      expect(await codeOf(rig.tellOf(ana, whose, data))).toBe('review_not_found');
  });

  it('of a service that is removed is still in its seller’s list', async () => {
    const [ana, joao, seller] = [await rig.person(), await rig.person(), await rig.person()];
    const { id, service } = await reviewOf(joao, seller);
    await rig.pool.query('UPDATE services SET deleted_at = now() WHERE id = $1', [service]);
    await rig.tellOf(ana, joao, { reportedReviewId: id });
    await rig.pool.query(`UPDATE users SET privacy = 'private' WHERE uid = $1`, [seller]);
    expect(await codeOf(rig.tellOf(ana, joao, { reportedReviewId: id }))).toBe('review_not_found');
  });
});

describe('own cases', () => {
  it('are listed with what came of them, the last first, page by page', async () => {
    const { buyer, code } = await rig.order();
    const joao = await rig.person();
    const gone = await rig.person();
    const told = [
      await rig.tellOf(buyer, joao),
      await rig.tellOf(buyer, gone),
      await rig.support(buyer, code),
      await rig.feedback(buyer, 'Gostei  muito\nde tudo.'),
      await rig.appeal(buyer, await rig.decision(buyer, { action: 'suspend' })),
    ];
    await rig.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [gone]);
    await rig.decide(await rig.admin(), told[0]?.id ?? '', 'upheld');
    const list = (query: Readonly<Record<string, string>>) =>
      rig.as(buyer).moderation.listOwnCases({ query });
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
    expect(cases.map((one) => one.code)).toEqual(told.map((one) => one.code).toReversed());
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: '2', ...(cursor ? { cursor } : {}) });
      walked.push(...page.cases.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(walked).toEqual(told.map(({ id }) => id).toReversed());
    expect((await rig.as(joao).moderation.listOwnCases({ query: {} })).cases).toEqual([]);
    for (const bad of ['x', Buffer.from('2026|x').toString('base64url')])
      expect(await codeOf(list({ cursor: bad }))).toBe('invalid_parameter');
  });
});

describe('an appeal', () => {
  it('is of whom the decision concerns, once, while it stands', async () => {
    const [ana, bia] = [await rig.person(), await rig.person()];
    const decision = await rig.decision(ana, { excerpt: 'Subi de elo' });
    expect(await codeOf(rig.appeal(bia, decision))).toBe('decision_not_found');
    expect(await codeOf(rig.appeal(ana, randomUUID()))).toBe('decision_not_found');
    expect(await codeOf(rig.appeal(ana, 'x'))).toBe('decision_not_found');
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => rig.appeal(ana, decision)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['already_appealed']));
    const lifted = await rig.decision(ana, { lifted_at: new Date() });
    expect(await codeOf(rig.appeal(ana, lifted))).toBe('decision_lifted');
    const { decisions } = await rig.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions).toMatchObject([
      { id: lifted, appeal: null },
      { id: decision, appeal: { state: 'open' }, subject: { excerpt: 'Subi de elo' } },
    ]);
    expect((await rig.as(bia).moderation.listDecisions({ query: {} })).decisions).toEqual([]);
  });

  it.each(['', ' ', 'x'.repeat(501), 'a\u0000b'])('of %j is refused', async (message) => {
    const ana = await rig.person();
    const call = rig.appeal(ana, await rig.decision(ana), message);
    expect(await refusal(call)).toMatchObject({ status: 400 });
  });

  it('presses by what it is against', async () => {
    const ana = await rig.person();
    const admin = await rig.admin();
    const severity = async (action: string) => {
      const { id } = await rig.appeal(ana, await rig.decision(ana, { action }));
      return (await rig.caseOf(admin, id)).severity;
    };
    expect(await severity('suspend')).toBe('high');
    expect(await severity('warn')).toBe('normal');
  });
});

it('other open reports of the same thing stand beside a case', async () => {
  const [ana, joao] = [await rig.person(), await rig.person()];
  const post = await addPostRow(rig.pool, joao);
  const { id } = await rig.tellOf(ana, joao, { reportedPostId: post });
  const other = await rig.tellOf(ana, joao, { reportedPostId: post, title: 'De novo' });
  const shown = await rig.caseOf(await rig.admin(), id);
  expect(shown.alike).toEqual([{ id: other.id, code: other.code, title: 'De novo' }]);
});
