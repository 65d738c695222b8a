import { endpoints } from '@guilda/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../../../test/fixtures/data/builders.ts';
import { fakeClock } from '../../../../test/fixtures/fakes/fake-clock.ts';
import {
  type ApiFixture,
  createApiFixture,
} from '../../../../test/fixtures/modules/api-fixture.ts';
import { registerEndpoints } from '../../../platform/http/endpoints.ts';
import { publishReports } from './publish-reports.ts';
import { transparencyHandlers } from './routes.ts';
import { publishOnce } from './transparency-store.ts';

let fixture: ApiFixture;
let adminUid: string;
beforeAll(async () => {
  fixture = await createApiFixture((parts) => {
    registerEndpoints(
      parts.app,
      endpoints.transparency,
      transparencyHandlers(parts),
      parts.endpointDeps,
    );
  });
  adminUid = await buildUser(fixture.database.pool, { role: 'admin' });
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const client = await fixture.database.pool.connect();
  // Disables the triggers, because one of them refuses to delete entries of the audit log.
  await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica';
    DELETE FROM moderation_actions; DELETE FROM cases; DELETE FROM decisions;
    DELETE FROM transparency_reports; COMMIT`);
  client.release();
});

const reportedSubjects = {
  user: '',
  minor: ', minor',
  underage: ', underage',
  service: ', reported_service_id',
  post: ', reported_post_id',
  comment: ', reported_post_id, reported_comment_id',
  review: ', reported_service_id, reported_review_id',
} as const;

interface ReportsToInsert {
  readonly count: number;
  readonly subject?: keyof typeof reportedSubjects;
  readonly createdAt?: string;
  readonly outcome?: 'upheld' | 'dismissed';
  /** Hours until the n-th report is decided. */
  readonly hoursUntilDecision?: (n: number) => number;
}

/** Inserts reports and, with an outcome, their decisions in the audit log. */
async function insertReports({
  count,
  subject: of = 'user',
  createdAt: at = '2026-03-10T12:00:00Z',
  outcome,
  hoursUntilDecision: hours = () => 1,
}: ReportsToInsert) {
  const { pool } = fixture.database;
  const columns = reportedSubjects[of];
  const columnValues = columns
    .split(',')
    .filter(Boolean)
    .map((name) => ([' minor', ' underage'].includes(name) ? ', true' : ', gen_random_uuid()'));
  const client = await pool.connect();
  try {
    // Turns off foreign keys, because the reported services, posts, comments and reviews do not exist.
    await client.query(`BEGIN; SET LOCAL session_replication_role = 'replica'`);
    for (let n = 0; n < count; n += 1) {
      const { rows } = await client.query(
        `INSERT INTO cases (id, kind, author_id, reported_user_id, message, created_at${columns})
         VALUES (gen_random_uuid(), 'report', $1, $1, 'x', $2${columnValues.join('')}) RETURNING id`,
        [adminUid, at],
      );
      if (!outcome) continue;
      await client.query(
        `UPDATE cases SET status = 'closed', outcome = $2, decided_by = $3,
           decided_at = created_at + make_interval(secs => $4) WHERE id = $1`,
        [rows[0].id, outcome, adminUid, hours(n) * 3_600],
      );
      await client.query(
        `INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason, case_id, created_at)
         SELECT gen_random_uuid(), decided_by, outcome, 'case', id, 'x', id, decided_at FROM cases WHERE id = $1`,
        [rows[0].id],
      );
    }
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function insertAppeals(count: number, outcome: 'granted' | 'denied') {
  const { pool } = fixture.database;
  const createdAt = '2026-05-05T12:00:00Z';
  for (let n = 0; n < count; n += 1) {
    await pool.query(
      `WITH decided AS (INSERT INTO decisions (id, person_id, action, subject_kind, subject_id, reason)
         VALUES (gen_random_uuid(), $1, 'warn', 'user', $1, 'x') RETURNING id),
       appealed AS (INSERT INTO cases (id, kind, author_id, message, decision_id, created_at, status,
           outcome, decided_by, decided_at)
         SELECT gen_random_uuid(), 'appeal', $1, 'x', id, $2, 'closed', $3, $1, $2::timestamptz + interval '3 days'
         FROM decided RETURNING id, decided_at)
       INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason, created_at)
         SELECT gen_random_uuid(), $1, $3, 'case', id, 'x', decided_at FROM appealed`,
      [adminUid, createdAt, outcome],
    );
  }
}

async function createActions(
  count: number,
  action: string,
  { kind = 'post', automatic = false } = {},
) {
  await fixture.database.pool.query(
    `INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason, created_at)
     SELECT gen_random_uuid(), $2, $3, $4, gen_random_uuid(), 'x', '2026-06-30T12:00:00Z'
     FROM generate_series(1, $1)`,
    [count, automatic ? null : adminUid, action, kind],
  );
}

const publishReport = (now = '2026-07-01T03:00:00.000Z') =>
  publishReports({ database: fixture.database, clock: fakeClock(now) })();

const listReports = () => fixture.visitor.transparency.listTransparencyReports();

describe('GET /api/transparency', () => {
  it('is empty before the first half-year is over, and says when it will be', async () => {
    await publishReport();
    expect(await listReports()).toEqual({ reports: [], nextOn: '2027-01-01' });
    await insertReports({ count: 30, createdAt: '2026-03-10T12:00:00Z' });
    await publishReport('2026-07-01T02:59:59.999Z');
    expect((await listReports()).reports).toEqual([]);
  });

  it('counts reports, outcomes, actions, appeals and times of the half-year', async () => {
    await insertReports({
      count: 21,
      subject: 'user',
      outcome: 'upheld',
      hoursUntilDecision: (n) => n + 1,
    });
    await insertReports({
      count: 9,
      subject: 'minor',
      outcome: 'dismissed',
      hoursUntilDecision: () => 100,
    });
    await insertReports({ count: 3, subject: 'underage' });
    await insertReports({ count: 10, subject: 'service' });
    await insertReports({ count: 19, subject: 'post' });
    await insertReports({ count: 20, subject: 'comment' });
    await insertReports({ count: 35, subject: 'review' });
    await insertAppeals(12, 'granted');
    await insertAppeals(3, 'denied');
    await createActions(11, 'hide');
    await createActions(24, 'hide', { automatic: true });
    await createActions(10, 'blur');
    await createActions(10, 'mark_sensitive');
    await createActions(8, 'suspend', { kind: 'user' });
    await createActions(15, 'refund', { kind: 'order' });
    await createActions(13, 'require_age', { kind: 'user', automatic: true });
    await createActions(50, 'restore');
    await createActions(50, 'waive_age', { kind: 'user' });
    await createActions(50, 'refund', { kind: 'refund' });
    await publishReport();
    expect((await listReports()).reports).toEqual([
      {
        half: '2026-1',
        reports: { minor: 10, user: 20, service: 10, post: 10, comment: 20, review: 30 },
        outcomes: { upheld: 20, dismissed: null },
        actions: {
          ...{ hide: 10, automaticHide: 20, blur: 20, warn: null, suspend: null },
          ...{ banPicture: null, refund: 10, requireAge: 10 },
        },
        appeals: { received: 10, granted: 10, denied: null },
        times: {
          reports: { median: 16, ninetyPercent: 120 },
          appeals: { median: 72, ninetyPercent: 72 },
        },
      },
    ]);
  });

  it('separates half-years by the calendar of Brasília, newest first', async () => {
    await insertReports({ count: 10, createdAt: '2025-12-31T12:00:00Z' });
    await insertReports({ count: 20, createdAt: '2026-07-01T02:59:59.999Z' });
    await insertReports({ count: 30, createdAt: '2026-07-01T03:00:00Z' });
    await publishReport('2027-01-01T03:00:00.000Z');
    const publishedCounts = (await listReports()).reports.map(({ half, reports: { user } }) => [
      half,
      user,
    ]);
    expect(publishedCounts).toEqual([
      ['2026-2', 30],
      ['2026-1', 20],
      ['2025-2', 10],
    ]);
  });

  it('stays as it was published, whatever is deleted or published again at the same time', async () => {
    await insertReports({ count: 30 });
    await Promise.all(Array.from({ length: 5 }, () => publishReport()));
    const reportsBefore = await listReports();
    expect(reportsBefore.reports).toHaveLength(1);
    await fixture.database.pool.query('DELETE FROM cases');
    await insertReports({ count: 5 });
    await Promise.all(Array.from({ length: 5 }, () => publishReport()));
    expect(await listReports()).toEqual(reportsBefore);
    // Simulates another process that publishes the same half-year a second time, with other counts.
    const [first] = reportsBefore.reports;
    if (!first) throw new Error('nothing was published');
    await publishOnce(fixture.database.db, { ...first, outcomes: { upheld: 70, dismissed: 70 } });
    expect(await listReports()).toEqual(reportsBefore);
  });

  it('hides a count that a report published earlier does not have', async () => {
    await insertReports({ count: 30 });
    await publishReport();
    await fixture.database.pool.query(
      `UPDATE transparency_reports SET report = report #- '{actions,requireAge}'`,
    );
    expect((await listReports()).reports).toMatchObject([{ actions: { requireAge: null } }]);
    const { body } = await fixture.app.inject('/api/transparency/2026-1.csv');
    expect(body).toContain('Contas em pausa até confirmar a idade;menos de 10');
  });
});

describe('GET /api/transparency/:half.csv', () => {
  const download = (half: string) => fixture.app.inject(`/api/transparency/${half}.csv`);

  it('says the same as a file', async () => {
    await insertReports({ count: 21, outcome: 'upheld' });
    await publishReport();
    const answer = await download('2026-1');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="guilda-transparencia-2026-1.csv"',
    );
    const rows = answer.body.split('\r\n');
    expect(rows.slice(0, 4)).toEqual([
      '\ufeffSemestre;2026-1;',
      'Grupo;O quê;Número',
      'Denúncias recebidas;Envolvem menores de 18 anos;menos de 10',
      'Denúncias recebidas;Sobre perfis;20',
    ]);
    expect(rows).toContain('Denúncias decididas;A equipe deu razão;20');
    expect(rows).toContain('Horas até decidir denúncias;90% em até;1');
    expect(rows).toContain('Horas até decidir recursos;Metade em até;menos de 10 decisões');
    expect(rows).toHaveLength(2 + 6 + 2 + 8 + 3 + 4 + 1);
  });

  it('is not found for a half-year under way or without a report', async () => {
    for (const half of ['2026-2', '2026-3', 'x'])
      expect((await download(half)).json()).toMatchObject({ code: 'not_found' });
  });
});
