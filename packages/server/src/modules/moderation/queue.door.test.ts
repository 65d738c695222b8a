import { randomUUID } from 'node:crypto';
import { queueKinds } from '@guilda/contract/desk';
import { deskHours } from '@guilda/contract/severity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { refusal } from '../../../test/harness.ts';
import { suspendedMeanwhile } from '../../../test/leave-team.ts';
import { addServiceRow } from '../../../test/rows.ts';

type Query = Readonly<Record<string, string>>;

let rig: DeskRig;
let admin: string;
/** By severity, then age. */
const expected: string[] = [];
const codes: Record<string, string> = {};
let withdrawal: string;
let refund: string;

async function money(owner: string, order: string, buyer: string) {
  [withdrawal, refund] = [randomUUID(), randomUUID()];
  await rig.pool.query(
    `INSERT INTO withdrawals (id, owner_id, amount, pix_key_kind, pix_key)
     VALUES ($1, $2, 5000, 'email', 'a@b.example')`,
    [withdrawal, owner],
  );
  await rig.pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, created_at, updated_at)
     VALUES ($1, $2, 4990, 'seller', 'failed', now(), now())`,
    [refund, order],
  );
  expect(buyer).not.toBe(owner);
}

beforeAll(async () => {
  rig = await deskRig();
  admin = await rig.admin();
  const [ana, joao, zefa] = [await rig.person(), await rig.person(), await rig.person()];
  await addServiceRow(rig.pool, zefa, { adult: true, category: 'nudez' });
  const { id: order, seller, buyer, code } = await rig.order();
  const feedback = await rig.feedback(ana);
  const support = await rig.support(buyer, code);
  const normal = await rig.tellOf(ana, joao);
  const high = await rig.tellOf(ana, zefa);
  const urgent = await rig.tellOf(ana, joao, { minor: true });
  const appeal = await rig.appeal(joao, await rig.decision(joao, { action: 'suspend' }));
  await money(seller, order, buyer);
  expected.push(urgent.id, high.id, appeal.id, refund, support.id, normal.id, withdrawal);
  expected.push(feedback.id);
  Object.assign(codes, { [support.id]: support.code, order: code });
});
afterAll(() => rig.close());

const queue = (query: Query = {}, by = admin) => rig.desk(by).listQueue({ query: query as never });
const idsOf = async (query: Query = {}, by = admin) =>
  (await queue(query, by)).items.map(({ id }) => id);

async function walk(query: Query) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await queue({ ...query, ...(cursor ? { cursor } : {}) });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

describe('the queue', () => {
  it('has everything that waits, the most pressing first, then the oldest', async () => {
    const { items, open, nextCursor } = await queue();
    expect(items.map(({ id }) => id)).toEqual(expected);
    expect(nextCursor).toBeNull();
    expect(open).toEqual({
      report: 3,
      appeal: 1,
      support: 1,
      feedback: 1,
      withdrawal: 1,
      refund: 1,
    });
    for (const { severity, createdAt, dueAt } of items)
      expect((Date.parse(dueAt) - Date.parse(createdAt)) / 3_600_000).toBe(deskHours[severity]);
  });

  it('is walked page by page, each thing once', async () => {
    for (const limit of ['1', '2', '3']) expect(await walk({ limit })).toEqual(expected);
  });

  it('names each thing, and the money in it', async () => {
    const items = new Map((await queue()).items.map((item) => [item.id, item]));
    expect(items.get(withdrawal)).toMatchObject({
      kind: 'withdrawal',
      code: `SAQ-${withdrawal.slice(-6).toUpperCase()}`,
      severity: 'normal',
      title: 'Saque por Pix',
      amount: '50.00',
      state: 'open',
    });
    expect(items.get(refund)).toMatchObject({
      kind: 'refund',
      code: `REE-${codes['order']}`,
      severity: 'high',
      amount: '49.90',
    });
    const support = items.get(expected[4] ?? '');
    expect(support).toMatchObject({ title: `Suporte ${codes['order']}`, amount: null });
    expect(support?.code).toBe(codes[expected[4] ?? '']);
  });

  it('is filtered by kind', async () => {
    const all = (await queue()).items;
    for (const kind of queueKinds)
      expect(await idsOf({ kind })).toEqual(
        all.filter((item) => item.kind === kind).map(({ id }) => id),
      );
  });

  it.each([
    { cursor: 'x' },
    { cursor: Buffer.from(`5:2026-11-22T10:00:00.000000Z|${randomUUID()}`).toString('base64url') },
    { cursor: Buffer.from(`2:2026-11-22|${randomUUID()}`).toString('base64url') },
    { cursor: Buffer.from(`2026-11-22T10:00:00.000000Z|${randomUUID()}`).toString('base64url') },
    { kind: 'spam' },
    { state: 'lost' },
    { limit: '0' },
  ])('refuses %j', async (query) => {
    expect(await refusal(queue(query as never))).toMatchObject({ status: 400 });
  });

  it('is the team’s alone', async () => {
    const ana = await rig.person();
    const params = { id: expected[0] ?? '' };
    for (const call of [
      () => queue({}, ana),
      () => rig.desk(ana).getCase({ params }),
      () => rig.desk(ana).takeCase({ params }),
      () => rig.desk(ana).listActions({ query: {} }),
    ])
      expect(await refusal(call())).toMatchObject({ status: 403 });
  });
});

describe('a case', () => {
  it('is taken by nobody who is suspended meanwhile', async () => {
    const leaving = await rig.admin();
    const params = { id: expected[5] ?? '' };
    const { takeCase, releaseCase } = rig.desk(leaving);
    for (const ask of [takeCase, releaseCase]) {
      const asked = suspendedMeanwhile(rig.pool, leaving, () => refusal(ask({ params })));
      expect(await asked).toMatchObject({ status: 403, code: 'forbidden' });
      await rig.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = $1', [leaving]);
    }
    expect((await rig.caseOf(admin, params.id)).assignee).toBeNull();
  });

  it('is taken, taken over and given back', async () => {
    const id = expected[5] ?? '';
    const other = await rig.admin();
    const mine = (by: string) => idsOf({ state: 'mine' }, by);
    await rig.desk(admin).takeCase({ params: { id } });
    expect(await mine(admin)).toEqual([id]);
    expect(await mine(other)).toEqual([]);
    expect((await rig.caseOf(other, id)).assignee?.uid).toBe(admin);
    await rig.desk(other).takeCase({ params: { id } });
    expect(await mine(admin)).toEqual([]);
    expect((await queue()).items.find((item) => item.id === id)?.assignee?.uid).toBe(other);
    await rig.desk(other).releaseCase({ params: { id } });
    expect(await mine(other)).toEqual([]);
    expect(await idsOf({ state: 'mine', kind: 'withdrawal' })).toEqual([]);
    for (const unknown of [randomUUID(), 'x']) {
      const params = { id: unknown };
      for (const call of [
        () => rig.desk(admin).takeCase({ params }),
        () => rig.desk(admin).releaseCase({ params }),
        () => rig.desk(admin).getCase({ params }),
      ])
        expect((await refusal(call())).code).toBe('case_not_found');
    }
  });

  it('that is decided moves to what is closed, the last first', async () => {
    const [report, feedback] = [expected[5] ?? '', expected[7] ?? ''];
    await rig.decide(admin, report, 'dismissed');
    await rig.decide(admin, feedback, 'noted');
    await rig.pool.query(
      `UPDATE withdrawals SET status = 'settled', decided_at = now(), decided_by = $2
       WHERE id = $1`,
      [withdrawal, admin],
    );
    const closed = [withdrawal, feedback, report];
    expect(await idsOf({ state: 'closed' })).toEqual(closed);
    expect(await walk({ state: 'closed', limit: '1' })).toEqual(closed);
    expect(await idsOf()).toEqual(expected.filter((id) => !closed.includes(id)));
    expect((await queue({ state: 'closed' })).items[0]).toMatchObject({ state: 'closed' });
  });

  it('about somebody who is gone says so', async () => {
    const [ana, joao] = [await rig.person(), await rig.person()];
    const { id } = await rig.tellOf(ana, joao);
    await rig.pool.query('UPDATE users SET deleted_at = now() WHERE uid = ANY($1)', [[ana, joao]]);
    expect((await queue()).items.find((item) => item.id === id)?.person).toBeNull();
    const shown = await rig.caseOf(admin, id);
    expect(shown.author.displayName).toBe('Usuário removido');
    expect(shown.subject).toMatchObject({ kind: 'user', gone: true, title: '', path: null });
    await rig.decide(admin, id, 'dismissed');
    expect(await rig.toldTo(ana)).toEqual([]);
  });
});

describe('the log', () => {
  it('has what was done with its case, the last first, by whom and to what', async () => {
    const [ana, joao] = [await rig.person(), await rig.person({ username: 'joao_log' })];
    const other = await rig.admin();
    const { id, code } = await rig.tellOf(ana, joao);
    await rig.decide(other, id, 'upheld', { actions: [{ action: 'warn', on: 'person' }] });
    const list = (query: Record<string, string>) => rig.desk(admin).listActions({ query });
    const { actions } = await list({ actor: other });
    expect(actions).toMatchObject([
      {
        action: 'upheld',
        subject: { kind: 'case', id, label: code, path: null },
        actor: { uid: other },
        caseCode: code,
        caseId: id,
        reason: 'Vimos tudo.',
      },
      {
        action: 'warn',
        subject: { kind: 'user', id: joao, label: '@joao_log', path: '/user/joao_log' },
        caseCode: code,
        caseId: id,
      },
    ]);
    expect((await list({ subject: joao })).actions).toEqual(actions.slice(1));
    expect((await list({ actor: randomUUID() })).actions).toEqual([]);
    const whole = (await list({ limit: '50' })).actions;
    const walked: typeof whole = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limit: '1', ...(cursor ? { cursor } : {}) });
      walked.push(...page.actions);
      cursor = page.nextCursor;
    } while (cursor);
    expect(walked).toEqual(whole);
    expect(await refusal(list({ cursor: 'x' }))).toMatchObject({ status: 400 });
  });
});

describe('a case in its context', () => {
  it('shows the order, its people and what the team knows of them', async () => {
    const { buyer, seller, code, id: order } = await rig.order();
    await rig.decision(seller);
    const past = await rig.tellOf(buyer, seller);
    await rig.decide(admin, past.id, 'upheld');
    const { id } = await rig.support(buyer, code);
    const shown = await rig.caseOf(admin, id);
    expect(shown).toMatchObject({
      about: null,
      author: { uid: buyer },
      order: { id: order, purchaseCode: code, buyer: { uid: buyer }, seller: { uid: seller } },
      subject: { kind: 'order', id: order },
      decision: null,
      title: `Suporte ${code}`,
    });
    const report = await rig.caseOf(admin, past.id);
    expect(report.about).toMatchObject({
      uid: seller,
      reports: 1,
      reportsUpheld: 1,
      decisions: 1,
      suspension: null,
      hidden: null,
    });
    expect(report).toMatchObject({ decidedBy: expect.any(String), outcome: 'upheld' });
  });

  it('shows what an appeal is against', async () => {
    const ana = await rig.person();
    const about = { action: 'suspend', until: new Date('2027-01-01T00:00:00Z') };
    const { id } = await rig.appeal(ana, await rig.decision(ana, about));
    expect(await rig.caseOf(admin, id)).toMatchObject({
      about: { uid: ana },
      decision: { action: 'suspend', reason: 'Spam', until: '2027-01-01T00:00:00.000Z' },
      message: 'Foi engano.',
    });
  });
});
