import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';

let fixture: ModerationQueueFixture;
let adminUid: string;
beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
});
afterAll(() => fixture.close());

interface DisputeTimes {
  readonly state: 'open' | 'answered';
  readonly openedHoursAgo: number;
  readonly answeredHoursAgo?: number;
  /** Hours until the decision about the dispute is due. */
  readonly dueInHours?: number;
  readonly viewedByTeam?: boolean;
}

/** Creates a dispute of a new order. */
async function disputeOf(disputeTimes: DisputeTimes) {
  const {
    state,
    openedHoursAgo: openedHours,
    answeredHoursAgo: answeredHours = null,
    dueInHours = 10,
    viewedByTeam = false,
  } = disputeTimes;
  const { id: orderId, code } = await fixture.buildOrder();
  const id = randomUUID();
  await fixture.pool.query(
    `INSERT INTO disputes (id, payment_id, state, reason, description, opened_at, answer_by, decide_by,
       answered_at, accepted, viewed_at)
     SELECT $1, $2, $3, 'other', 'Nada feito.', now() - $4 * interval '1 hour', now(),
       now() + $5 * interval '1 hour', now() - $6 * interval '1 hour',
       CASE WHEN $6::float8 IS NOT NULL THEN false END, CASE WHEN $7 THEN now() END`,
    [id, orderId, state, openedHours, dueInHours, answeredHours, viewedByTeam],
  );
  return { id, code };
}

const readQueue = (query: Record<string, string> = {}) =>
  fixture.queueOf(adminUid).listQueue({ query: query as never });

describe('disputes in the queue', () => {
  it('are ordered by what they need from the team, with the deadline of their decision', async () => {
    const unansweredDispute = await disputeOf({ state: 'open', openedHoursAgo: 9 });
    const contestedDispute = await disputeOf({
      state: 'answered',
      openedHoursAgo: 8,
      answeredHoursAgo: 3,
    });
    const unseenDispute = await disputeOf({
      state: 'answered',
      openedHoursAgo: 7,
      answeredHoursAgo: 5,
    });
    const seenDispute = await disputeOf({
      state: 'answered',
      openedHoursAgo: 6,
      answeredHoursAgo: 5,
      viewedByTeam: true,
    });
    const overdueDispute = await disputeOf({
      state: 'answered',
      openedHoursAgo: 5,
      answeredHoursAgo: 1,
      dueInHours: -1,
      viewedByTeam: true,
    });
    const { items, open, urgent } = await readQueue({ kind: 'dispute' });
    expect(items.map(({ id, severity }) => [id, severity])).toEqual([
      [unseenDispute.id, 'urgent'],
      [overdueDispute.id, 'urgent'],
      [contestedDispute.id, 'high'],
      [seenDispute.id, 'high'],
      [unansweredDispute.id, 'low'],
    ]);
    expect([open.dispute, urgent]).toEqual([5, 2]);
    expect(items[0]).toMatchObject({
      kind: 'dispute',
      code: `DIS-${unseenDispute.code}`,
      title: `Disputa do pedido ${unseenDispute.code}`,
      amount: '49.90',
      state: 'open',
    });
    const hoursLeft = (Date.parse(items[0]?.dueAt ?? '') - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(9.9);
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await readQueue({ kind: 'dispute', limit: '2', ...(cursor ? { cursor } : {}) });
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual(items.map(({ id }) => id));
  });

  it('head the whole queue while they are overdue, before older urgent reports', async () => {
    await fixture.report(await fixture.buildPerson(), await fixture.buildPerson(), { minor: true });
    await fixture.pool.query(
      `UPDATE cases SET created_at = now() - interval '3 days' WHERE severity = 4`,
    );
    const { items, urgent } = await readQueue({ limit: '4' });
    expect(items.map(({ kind, severity }) => [kind, severity])).toEqual([
      ['dispute', 'urgent'],
      ['dispute', 'urgent'],
      ['report', 'urgent'],
      ['dispute', 'high'],
    ]);
    expect(urgent).toBe(3);
    const firstPage = await readQueue({ limit: '1' });
    const secondPage = await readQueue({ limit: '3', cursor: firstPage.nextCursor ?? '' });
    expect([...firstPage.items, ...secondPage.items].map(({ id }) => id)).toEqual(
      items.map(({ id }) => id),
    );
  });
});
