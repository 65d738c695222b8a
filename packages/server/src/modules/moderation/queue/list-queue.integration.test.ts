import { randomUUID } from 'node:crypto';
import { queueKinds } from '@guilda/contract/moderation/moderation-queue';
import { hoursToDecide } from '@guilda/contract/moderation/severity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { suspendDuringRequest } from '../../../../test/fixtures/modules/suspend-admin.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';

type QueueQueryParams = Readonly<Record<string, string>>;

let fixture: ModerationQueueFixture;
let adminUid: string;
/** The queue's expected order: by severity, then by age. */
const expectedIds: string[] = [];
const caseCodes: Record<string, string> = {};
const [withdrawal, refund] = [randomUUID(), randomUUID()];

/** Inserts a withdrawal that waits for approval and a failed refund of the order. */
async function insertMoneyItems(ownerId: string, orderId: string) {
  await fixture.pool.query(
    `INSERT INTO withdrawals (id, owner_id, amount, pix_key_kind, pix_key)
     VALUES ($1, $2, 5000, 'email', 'a@b.example')`,
    [withdrawal, ownerId],
  );
  await fixture.pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, created_at, updated_at)
     VALUES ($1, $2, 4990, 'seller', 'failed', now(), now())`,
    [refund, orderId],
  );
}

beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
  const [ana, joao, zefa] = [
    await fixture.buildPerson(),
    await fixture.buildPerson(),
    await fixture.buildPerson(),
  ];
  await buildService(fixture.pool, zefa, { adult: true, category: 'nudez' });
  const { id: orderId, seller, buyer, code } = await fixture.buildOrder();
  const feedback = await fixture.sendFeedback(ana);
  const support = await fixture.requestSupport(buyer, code);
  const normal = await fixture.report(ana, joao);
  const high = await fixture.report(ana, zefa);
  const urgent = await fixture.report(ana, joao, { minor: true });
  const appeal = await fixture.appeal(
    joao,
    await fixture.buildDecision(joao, { action: 'suspend' }),
  );
  await insertMoneyItems(seller, orderId);
  expectedIds.push(urgent.id, high.id, appeal.id, refund, support.id, normal.id, withdrawal);
  expectedIds.push(feedback.id);
  Object.assign(caseCodes, { [support.id]: support.code, order: code });
});
afterAll(() => fixture.close());

const readQueue = (query: QueueQueryParams = {}, by = adminUid) =>
  fixture.queueOf(by).listQueue({ query: query as never });
const listQueueItemIds = async (query: QueueQueryParams = {}, by = adminUid) =>
  (await readQueue(query, by)).items.map(({ id }) => id);

/** Reads all pages of a list, one after the other. */
async function readAllPages<Page extends { readonly nextCursor: string | null }>(
  list: (query: QueueQueryParams) => Promise<Page>,
  query: QueueQueryParams,
): Promise<Page[]> {
  const pages = [await list(query)];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(await list({ ...query, cursor }));
  return pages;
}
const readPagedIds = async (query: QueueQueryParams) =>
  (await readAllPages(readQueue, query)).flatMap(({ items }) => items.map(({ id }) => id));

describe('the queue', () => {
  it('lists all open items, the most severe first, and then the oldest', async () => {
    const { items, open, nextCursor } = await readQueue();
    expect(items.map(({ id }) => id)).toEqual(expectedIds);
    expect(nextCursor).toBeNull();
    expect(open).toEqual({
      report: 3,
      appeal: 1,
      support: 1,
      feedback: 1,
      withdrawal: 1,
      refund: 1,
      dispute: 0,
      chargeback: 0,
    });
    for (const { severity, createdAt, dueAt } of items)
      expect((Date.parse(dueAt) - Date.parse(createdAt)) / 3_600_000).toBe(hoursToDecide[severity]);
  });

  it('is paged without repeating an item', async () => {
    for (const limit of ['1', '2', '3']) expect(await readPagedIds({ limit })).toEqual(expectedIds);
  });

  it('has code, title and amount of each item', async () => {
    const itemsById = new Map((await readQueue()).items.map((item) => [item.id, item]));
    expect(itemsById.get(withdrawal)).toMatchObject({
      kind: 'withdrawal',
      code: `SAQ-${withdrawal.slice(-6).toUpperCase()}`,
      severity: 'normal',
      title: 'Saque por Pix',
      amount: '50.00',
      state: 'open',
    });
    expect(itemsById.get(refund)).toMatchObject({
      kind: 'refund',
      code: `REE-${caseCodes['order']}`,
      severity: 'high',
      amount: '49.90',
    });
    const supportItem = itemsById.get(expectedIds[4] ?? '');
    expect(supportItem).toMatchObject({ title: `Suporte ${caseCodes['order']}`, amount: null });
    expect(supportItem?.code).toBe(caseCodes[expectedIds[4] ?? '']);
  });

  it('is filtered by kind', async () => {
    const allItems = (await readQueue()).items;
    for (const kind of queueKinds)
      expect(await listQueueItemIds({ kind })).toEqual(
        allItems.filter((item) => item.kind === kind).map(({ id }) => id),
      );
  });

  it.each([
    { cursor: 'x' },
    { cursor: Buffer.from(`6:2026-11-22T10:00:00.000000Z|${randomUUID()}`).toString('base64url') },
    { cursor: Buffer.from(`2:2026-11-22|${randomUUID()}`).toString('base64url') },
    { cursor: Buffer.from(`2026-11-22T10:00:00.000000Z|${randomUUID()}`).toString('base64url') },
    { kind: 'spam' },
    { state: 'lost' },
    { limit: '0' },
  ])('refuses %j', async (query) => {
    expect(await errorOfCall(readQueue(query as never))).toMatchObject({ status: 400 });
  });

  it('is for administrators only', async () => {
    const ana = await fixture.buildPerson();
    const params = { id: expectedIds[0] ?? '' };
    for (const call of [
      () => readQueue({}, ana),
      () => fixture.queueOf(ana).getCase({ params }),
      () => fixture.queueOf(ana).takeCase({ params }),
      () => fixture.queueOf(ana).listActions({ query: {} }),
    ])
      expect(await errorOfCall(call())).toMatchObject({ status: 403 });
  });
});

describe('a case', () => {
  it('cannot be taken by an administrator who is suspended meanwhile', async () => {
    const exAdmin = await fixture.buildAdmin();
    const params = { id: expectedIds[5] ?? '' };
    const { takeCase, releaseCase } = fixture.queueOf(exAdmin);
    for (const run of [takeCase, releaseCase]) {
      const error = suspendDuringRequest(fixture.pool, exAdmin, () => errorOfCall(run({ params })));
      expect(await error).toMatchObject({ status: 403, code: 'forbidden' });
      await fixture.pool.query('UPDATE users SET suspended_at = NULL WHERE uid = $1', [exAdmin]);
    }
    expect((await fixture.caseOf(adminUid, params.id)).assignee).toBeNull();
  });

  it('is assigned, reassigned and released', async () => {
    const id = expectedIds[5] ?? '';
    const admin2 = await fixture.buildAdmin();
    const listAssignedIds = (by: string) => listQueueItemIds({ state: 'mine' }, by);
    await fixture.queueOf(adminUid).takeCase({ params: { id } });
    expect(await listAssignedIds(adminUid)).toEqual([id]);
    expect(await listAssignedIds(admin2)).toEqual([]);
    expect((await fixture.caseOf(admin2, id)).assignee?.uid).toBe(adminUid);
    await fixture.queueOf(admin2).takeCase({ params: { id } });
    expect(await listAssignedIds(adminUid)).toEqual([]);
    expect((await readQueue()).items.find((item) => item.id === id)?.assignee?.uid).toBe(admin2);
    await fixture.queueOf(admin2).releaseCase({ params: { id } });
    expect(await listAssignedIds(admin2)).toEqual([]);
    expect(await listQueueItemIds({ state: 'mine', kind: 'withdrawal' })).toEqual([]);
    for (const unknownId of [randomUUID(), 'x']) {
      const params = { id: unknownId };
      for (const call of [
        () => fixture.queueOf(adminUid).takeCase({ params }),
        () => fixture.queueOf(adminUid).releaseCase({ params }),
        () => fixture.queueOf(adminUid).getCase({ params }),
      ])
        expect((await errorOfCall(call())).code).toBe('case_not_found');
    }
  });

  it('moves to the closed list when it is decided, newest first', async () => {
    const [report, feedback] = [expectedIds[5] ?? '', expectedIds[7] ?? ''];
    await fixture.decide(adminUid, report, 'dismissed');
    await fixture.decide(adminUid, feedback, 'noted');
    await fixture.pool.query(
      `UPDATE withdrawals SET status = 'settled', decided_at = now(), decided_by = $2
       WHERE id = $1`,
      [withdrawal, adminUid],
    );
    const closedIds = [withdrawal, feedback, report];
    expect(await listQueueItemIds({ state: 'closed' })).toEqual(closedIds);
    expect(await readPagedIds({ state: 'closed', limit: '1' })).toEqual(closedIds);
    expect(await listQueueItemIds()).toEqual(expectedIds.filter((id) => !closedIds.includes(id)));
    expect((await readQueue({ state: 'closed' })).items[0]).toMatchObject({ state: 'closed' });
  });

  it('shows a closed account as removed', async () => {
    const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
    const { id } = await fixture.report(ana, joao);
    await fixture.pool.query('UPDATE users SET deleted_at = now() WHERE uid = ANY($1)', [
      [ana, joao],
    ]);
    expect((await readQueue()).items.find((item) => item.id === id)?.person).toBeNull();
    const shownCase = await fixture.caseOf(adminUid, id);
    expect(shownCase.author?.displayName).toBe('Usuário removido');
    expect(shownCase.subject).toMatchObject({ kind: 'user', gone: true, title: '', path: null });
    await fixture.decide(adminUid, id, 'dismissed');
    expect(await fixture.notificationsOf(ana)).toEqual([]);
  });
});

describe('the audit log', () => {
  it('lists actions with case, actor and subject, newest first', async () => {
    const [ana, joao] = [
      await fixture.buildPerson(),
      await fixture.buildPerson({ username: 'joao_log' }),
    ];
    const otherAdmin = await fixture.buildAdmin();
    const { id, code } = await fixture.report(ana, joao);
    await fixture.decide(otherAdmin, id, 'upheld', { actions: [{ action: 'warn', on: 'person' }] });
    const list = (query: QueueQueryParams) => fixture.queueOf(adminUid).listActions({ query });
    const { actions } = await list({ actor: otherAdmin });
    expect(actions).toMatchObject([
      {
        action: 'upheld',
        subject: { kind: 'case', id, label: code, path: null },
        actor: { uid: otherAdmin },
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
    const allActions = (await list({ limit: '50' })).actions;
    const pages = await readAllPages(list, { limit: '1' });
    expect(pages.flatMap((page) => page.actions)).toEqual(allActions);
    expect(await errorOfCall(list({ cursor: 'x' }))).toMatchObject({ status: 400 });
  });
});

describe('the context of a case', () => {
  it('shows the order, its people and their history', async () => {
    const { buyer, seller, code, id: orderId } = await fixture.buildOrder();
    await fixture.buildDecision(seller);
    const decidedReport = await fixture.report(buyer, seller);
    await fixture.decide(adminUid, decidedReport.id, 'upheld');
    const { id } = await fixture.requestSupport(buyer, code);
    const shownCase = await fixture.caseOf(adminUid, id);
    expect(shownCase).toMatchObject({
      about: null,
      author: { uid: buyer },
      order: { id: orderId, purchaseCode: code, buyer: { uid: buyer }, seller: { uid: seller } },
      subject: { kind: 'order', id: orderId },
      decision: null,
      title: `Suporte ${code}`,
    });
    const report = await fixture.caseOf(adminUid, decidedReport.id);
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

  it('shows the appealed decision', async () => {
    const ana = await fixture.buildPerson();
    const decisionColumns = { action: 'suspend', until: new Date('2027-01-01T00:00:00Z') };
    const { id } = await fixture.appeal(ana, await fixture.buildDecision(ana, decisionColumns));
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({
      about: { uid: ana },
      decision: { action: 'suspend', reason: 'Spam', until: '2027-01-01T00:00:00.000Z' },
      message: 'Foi engano.',
    });
  });
});
