import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { refusal } from '../../../test/harness.ts';
import { addReviewRow } from '../../../test/rows.ts';

let rig: DeskRig;
let admin: string;

beforeAll(async () => {
  rig = await deskRig();
  admin = await rig.admin();
});
afterAll(() => rig.close());

const two = async () => [await rig.person(), await rig.person()] as const;
const logOf = async (id: string) =>
  (
    await rig.pool.query(
      `SELECT action, actor_id, subject_kind FROM moderation_actions WHERE case_id = $1
       ORDER BY created_at, id`,
      [id],
    )
  ).rows.map(({ action, subject_kind }) => `${action} ${subject_kind}`);
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).code;

describe('a verdict', () => {
  it('closes a report, is written down, and its author is told without a name', async () => {
    const [ana, joao] = await two();
    const { id, code } = await rig.tellOf(ana, joao);
    const { case: decided } = await rig.decide(admin, id, 'upheld', {
      actions: [{ action: 'warn', on: 'person' }],
    });
    expect(decided).toMatchObject({ state: 'closed', outcome: 'upheld', answer: 'Vimos tudo.' });
    expect(decided.decidedAt).not.toBeNull();
    expect(rig.deeds.at(-1)).toMatchObject({
      action: 'warn',
      subject: { kind: 'user', id: joao },
      reason: 'Vimos tudo.',
      caseId: id,
      days: null,
    });
    expect(rig.committed.at(-1)).toBe(rig.deeds.at(-1));
    expect(await logOf(id)).toEqual(['warn user', 'upheld case']);
    const [notice] = await rig.toldTo(ana);
    expect(notice).toMatchObject({
      type: 'moderation',
      info: { event: 'case_decided', caseId: id, kind: 'report' },
    });
    expect(notice?.content).toContain(code);
    const { rows } = await rig.pool.query('SELECT username FROM users WHERE uid = $1', [joao]);
    expect(JSON.stringify(notice)).not.toContain(joao);
    expect(JSON.stringify(notice)).not.toContain(rows[0].username);
    rig.sent.length = 0;
    await rig.mail();
    expect(rig.sent.map((mail) => mail.id)).toEqual([`case-${id}`]);
  });

  it('is told by mail to who asked for support', async () => {
    const { buyer, code } = await rig.order();
    const { id } = await rig.support(buyer, code);
    await rig.decide(admin, id, 'answered', { reason: 'Falamos com quem vende.' });
    rig.sent.length = 0;
    await rig.mail();
    const mail = rig.sent.find((one) => one.id === `outcome-${id}`);
    expect(mail?.to).toBe('bia@pessoas.example');
    expect(mail?.text).toContain('> Falamos com quem vende.');
    expect(await rig.toldTo(buyer)).toHaveLength(1);
  });

  it('makes a supporter of whose feedback was useful, and of nobody else', async () => {
    const [ana, bia] = await two();
    await rig.decide(admin, (await rig.feedback(ana)).id, 'useful');
    await rig.decide(admin, (await rig.feedback(bia)).id, 'noted');
    const { rows } = await rig.pool.query(
      'SELECT uid FROM users WHERE supporter AND uid = ANY($1)',
      [[ana, bia]],
    );
    expect(rows).toEqual([{ uid: ana }]);
  });

  it('does nothing where one of its actions is refused', async () => {
    const [ana, joao] = await two();
    const { id } = await rig.tellOf(ana, joao);
    rig.refuse('suspend', 'last_admin');
    const committed = rig.committed.length;
    const actions = [{ action: 'warn' }, { action: 'suspend', days: 7 }] as never;
    expect(await codeOf(rig.decide(admin, id, 'upheld', { actions }))).toBe('last_admin');
    rig.refuse('suspend', null);
    expect(await logOf(id)).toEqual([]);
    expect(rig.committed).toHaveLength(committed);
    expect(await rig.toldTo(ana)).toEqual([]);
    expect(await rig.caseOf(admin, id)).toMatchObject({ state: 'open', outcome: null });
  });

  it('is refused for what there is not, of another kind, and of what is gone', async () => {
    const [ana, joao] = await two();
    const { id } = await rig.tellOf(ana, joao);
    for (const outcome of ['granted', 'denied', 'answered', 'useful', 'noted'] as const)
      expect(await refusal(rig.decide(admin, id, outcome))).toMatchObject({
        status: 400,
        code: 'invalid_parameter',
      });
    for (const unknown of [randomUUID(), 'x'])
      expect(await codeOf(rig.decide(admin, unknown, 'upheld'))).toBe('case_not_found');
    rig.refuse('hide', 'not_found');
    const actions = [{ action: 'hide', on: 'subject' }] as never;
    expect(await codeOf(rig.decide(admin, id, 'upheld', { actions }))).toBe('action_impossible');
    rig.refuse('hide', null);
    const own = await rig.feedback(ana);
    expect(await codeOf(rig.decide(admin, own.id, 'noted', { actions }))).toBe('action_impossible');
  });

  it('acts on what the case is about, or on the person', async () => {
    const { id: order, seller, buyer, code } = await rig.order();
    const { id } = await rig.support(buyer, code);
    const actions = [{ action: 'refund' }, { action: 'warn', on: 'person' }] as never;
    await rig.decide(admin, id, 'answered', { actions });
    expect(rig.deeds.slice(-2).map(({ subject }) => subject)).toEqual([
      { kind: 'order', id: order },
      { kind: 'user', id: seller },
    ]);
  });
});

describe('nobody decides', () => {
  it('what they wrote or what is about them', async () => {
    const [ana] = await two();
    const { seller, buyer, code } = await rig.order();
    const { rows } = await rig.pool.query(
      `UPDATE users SET role = 'admin' WHERE uid = ANY($1) RETURNING uid`,
      [[seller, buyer]],
    );
    expect(rows).toHaveLength(2);
    const about = await rig.tellOf(ana, seller);
    const support = await rig.support(buyer, code);
    const appeal = await rig.appeal(seller, await rig.decision(seller));
    for (const [who, id, outcome] of [
      [seller, about.id, 'dismissed'],
      [buyer, support.id, 'answered'],
      [seller, support.id, 'answered'],
      [seller, appeal.id, 'granted'],
    ] as const) {
      expect(await codeOf(rig.decide(who, id, outcome))).toBe('forbidden');
      const params = { id };
      expect(await codeOf(rig.desk(who).takeCase({ params }))).toBe('forbidden');
      expect(await codeOf(rig.desk(who).releaseCase({ params }))).toBe('forbidden');
    }
  });

  it('what was said of what they sell, nor acts upon it', async () => {
    const { id: payment, service, seller, buyer } = await rig.order();
    await rig.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [seller]);
    const review = await addReviewRow(rig.pool, { payment, service, seller }, buyer);
    const report = await rig.tellOf(await rig.person(), buyer, { reportedReviewId: review });
    const about = { action: 'hide', subject_kind: 'review', subject_id: review };
    const appeal = await rig.appeal(buyer, await rig.decision(buyer, about));
    for (const [id, outcome] of [
      [report.id, 'dismissed'],
      [appeal.id, 'denied'],
    ] as const) {
      expect((await rig.caseOf(seller, id)).mayDecide).toBe(false);
      expect(await codeOf(rig.decide(seller, id, outcome))).toBe('forbidden');
      expect((await rig.decide(admin, id, outcome)).case.state).toBe('closed');
    }
  });

  it('a case a second time, however many try at once', async () => {
    const [ana, joao] = await two();
    const { id } = await rig.tellOf(ana, joao);
    const admins = await Promise.all(Array.from({ length: 50 }, () => rig.admin()));
    const actions = [{ action: 'warn', on: 'person' }] as never;
    const all = await Promise.allSettled(
      admins.map((one, at) => rig.decide(one, id, at % 2 ? 'upheld' : 'dismissed', { actions })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(['case_decided']));
    expect(await logOf(id)).toHaveLength(2);
    expect(await rig.toldTo(ana)).toHaveLength(1);
    expect(rig.committed.filter(({ caseId }) => caseId === id)).toHaveLength(1);
    expect(await codeOf(rig.desk(admin).takeCase({ params: { id } }))).toBe('case_decided');
    expect(await codeOf(rig.desk(admin).releaseCase({ params: { id } }))).toBe('case_decided');
  });
});

describe('several at once', () => {
  it('are each decided for themselves', async () => {
    const [ana, joao] = await two();
    const ids = [
      (await rig.tellOf(ana, joao)).id,
      (await rig.feedback(ana)).id,
      randomUUID(),
      (await rig.tellOf(ana, admin)).id,
      (await rig.tellOf(ana, joao)).id,
    ];
    const body = { ids, outcome: 'dismissed', reason: 'Nada achado.', actions: [] } as const;
    const { results } = await rig.desk(admin).decideCases({ body: { ...body, ids, actions: [] } });
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

describe('whatever is sent', () => {
  const send = (id: string, body: unknown) =>
    rig.desk(admin).decideCase({ params: { id }, body: body as never });
  const base = { outcome: 'upheld', reason: 'Vimos.' };

  it.each([
    {},
    [],
    null,
    { ...base, outcome: 'lost' },
    { ...base, outcome: ['upheld'] },
    { ...base, reason: '' },
    { ...base, reason: 'a\u0000b' },
    { ...base, reason: 'a\u202eb' },
    { ...base, reason: 'x'.repeat(201) },
    { ...base, more: 1 },
    { ...base, actions: {} },
    { ...base, actions: [{ action: 'erase' }] },
    { ...base, actions: [{ action: 'suspend', on: 'everyone' }] },
    ...[0, -1, 1.5, 366, 1e21, '7'].map((days) => ({
      ...base,
      actions: [{ action: 'suspend', on: 'person', days }],
    })),
    { ...base, actions: Array.from({ length: 9 }, () => ({ action: 'warn' })) },
  ])('%j decides nothing', async (body) => {
    const [ana, joao] = await two();
    const { id } = await rig.tellOf(ana, joao);
    expect(await refusal(send(id, body))).toMatchObject({ status: 400 });
    expect(await rig.caseOf(admin, id)).toMatchObject({ state: 'open' });
  });

  it('no list of cases is too odd to be refused', async () => {
    const several = (ids: unknown) =>
      rig.desk(admin).decideCases({ body: { ...base, ids } as never });
    for (const ids of [[], 'x', [1], [null], Array.from({ length: 51 }, () => randomUUID())])
      expect(await refusal(several(ids))).toMatchObject({ status: 400 });
    const { results } = await several(['x', 'x', "'; DROP TABLE cases"]);
    expect(results.map(({ code }) => code)).toEqual(['case_not_found']);
  });
});
