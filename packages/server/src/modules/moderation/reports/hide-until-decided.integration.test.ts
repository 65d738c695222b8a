import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPost, buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { errorOfCall } from '../../../../test/fixtures/server/test-app.ts';
import { UNDER_REVIEW_REASON } from './hide-until-decided.ts';

let fixture: ModerationQueueFixture;
let adminUid: string;
let anaUid: string;
let joaoUid: string;

beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  [anaUid, joaoUid] = [await fixture.buildPerson(), await fixture.buildPerson()];
});

const createPost = (author: string, columns = {}) => buildPost(fixture.pool, author, columns);
const reasonOf = (post: string) => fixture.readHiddenReason('posts', 'uid', post);
const reportMinor = (by: string, reportedUid: string, post: string) =>
  fixture.report(by, reportedUid, { reportedPostId: post, minor: true });

describe('a report that says a minor is involved', () => {
  it.each([
    ['by its box', { minor: true }],
    ['by its title', { title: 'É menor de idade' }],
    ['by its description', { description: 'A menina de 15 anos aparece na foto.' }],
  ])('hides what it is about, %s', async (_, reportFields) => {
    const post = await createPost(joaoUid);
    const { id } = await fixture.report(anaUid, joaoUid, { reportedPostId: post, ...reportFields });
    expect(await reasonOf(post)).toBe(UNDER_REVIEW_REASON);
    expect(fixture.committed.at(-1)).toMatchObject({ actor: null, action: 'hide', caseId: id });
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({
      severity: 'urgent',
      minor: true,
      history: [{ actor: null, action: 'hide', reason: UNDER_REVIEW_REASON }],
      subject: {
        kind: 'post',
        id: post,
        title: 'Subi de elo',
        hidden: { reason: UNDER_REVIEW_REASON },
      },
    });
  });

  it('hides nothing while its author has five others that are undecided', async () => {
    const posts = await Promise.all(Array.from({ length: 8 }, () => createPost(joaoUid)));
    const cases = await Promise.all(posts.map((post) => reportMinor(anaUid, joaoUid, post)));
    const readHiddenPosts = async () =>
      (await Promise.all(posts.map(reasonOf))).filter((reason) => reason !== null);
    expect(await readHiddenPosts()).toEqual(Array(5).fill(UNDER_REVIEW_REASON));
    for (const { id } of cases) await fixture.decide(adminUid, id, 'upheld');
    const laterPost = await createPost(joaoUid);
    await reportMinor(anaUid, joaoUid, laterPost);
    expect(await reasonOf(laterPost)).toBe(UNDER_REVIEW_REASON);
  });

  it('about a person hides their adult services and nothing else', async () => {
    const adultColumns = { adult: true, category: 'nudez' };
    const [one, other] = [
      await buildService(fixture.pool, joaoUid, adultColumns),
      await buildService(fixture.pool, joaoUid),
    ];
    const { id } = await fixture.report(anaUid, joaoUid, { minor: true });
    expect(await fixture.readHiddenReason('services', 'id', one)).toBe(UNDER_REVIEW_REASON);
    expect(await fixture.readHiddenReason('services', 'id', other)).toBeNull();
    await fixture.decide(adminUid, id, 'dismissed');
    expect(await fixture.readHiddenReason('services', 'id', one)).toBeNull();
  });

  it('hides nothing of administrators', async () => {
    const post = await createPost(adminUid);
    const { id } = await reportMinor(anaUid, adminUid, post);
    expect(await reasonOf(post)).toBeNull();
    expect(await fixture.caseOf(await fixture.buildAdmin(), id)).toMatchObject({
      severity: 'urgent',
    });
  });

  it('is stored even when its subject cannot be hidden', async () => {
    const post = await createPost(joaoUid);
    fixture.refuse('hide', 'not_found');
    const { id } = await reportMinor(anaUid, joaoUid, post);
    fixture.refuse('hide', null);
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({ severity: 'urgent', history: [] });
  });

  it('hides nothing once two reports of its author were dismissed within 30 days', async () => {
    for (let n = 0; n < 2; n += 1) {
      const { id } = await reportMinor(anaUid, joaoUid, await createPost(joaoUid));
      await fixture.decide(adminUid, id, 'dismissed');
    }
    const post = await createPost(joaoUid);
    const { id } = await reportMinor(anaUid, joaoUid, post);
    expect(await reasonOf(post)).toBeNull();
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({ severity: 'urgent', minor: true });
    await fixture.pool.query(
      `UPDATE cases SET decided_at = now() - interval '31 days' WHERE author_id = $1
       AND outcome = 'dismissed'`,
      [anaUid],
    );
    const laterPost = await createPost(joaoUid);
    await reportMinor(anaUid, joaoUid, laterPost);
    expect(await reasonOf(laterPost)).toBe(UNDER_REVIEW_REASON);
  });
});

describe('when it is dismissed', () => {
  it('what it hid is shown again', async () => {
    const post = await createPost(joaoUid);
    const { id } = await reportMinor(anaUid, joaoUid, post);
    await fixture.decide(adminUid, id, 'dismissed');
    expect(await reasonOf(post)).toBeNull();
    expect(fixture.committed.at(-1)).toMatchObject({ action: 'restore', actor: { uid: adminUid } });
  });

  it('what an administrator has hidden stays hidden', async () => {
    const post = await createPost(joaoUid);
    const { id } = await reportMinor(anaUid, joaoUid, post);
    await fixture.pool.query(
      `INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason)
       VALUES ($1, $2, 'hide', 'post', $3, 'Golpe')`,
      [randomUUID(), adminUid, post],
    );
    await fixture.decide(adminUid, id, 'dismissed');
    expect(await reasonOf(post)).toBe(UNDER_REVIEW_REASON);
  });

  it('what another open report hides stays hidden until that one is dismissed, too', async () => {
    const post = await createPost(joaoUid);
    const report = await reportMinor(anaUid, joaoUid, post);
    const { rows } = await fixture.pool.query('SELECT * FROM cases WHERE id = $1', [report.id]);
    // Inserts a second report by SQL, as if two reports arrived at once: the endpoint refuses reports on a hidden post.
    const secondReport = { ...rows[0], id: randomUUID(), author_id: await fixture.buildPerson() };
    delete secondReport.number;
    const names = Object.keys(secondReport);
    await fixture.pool.query(
      `INSERT INTO cases (${names}) VALUES (${names.map((_, index) => `$${index + 1}`)})`,
      Object.values(secondReport),
    );
    await fixture.decide(adminUid, report.id, 'dismissed');
    expect(await reasonOf(post)).toBe(UNDER_REVIEW_REASON);
    await fixture.decide(adminUid, secondReport.id, 'dismissed');
    expect(await reasonOf(post)).toBeNull();
  });
});

describe('after it was dismissed', () => {
  const dismissReport = async (reportedFields: Parameters<typeof fixture.report>[2]) => {
    const { id } = await fixture.report(anaUid, joaoUid, { ...reportedFields, minor: true });
    await fixture.decide(adminUid, id, 'dismissed');
  };

  it('a post is not hidden again by another report, which is urgent all the same', async () => {
    const post = await createPost(joaoUid);
    await dismissReport({ reportedPostId: post });
    const { id } = await reportMinor(anaUid, joaoUid, post);
    expect(await reasonOf(post)).toBeNull();
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({ severity: 'urgent', minor: true });
  });

  it('a service is hidden again only when it was edited since', async () => {
    const service = await buildService(fixture.pool, joaoUid);
    const reasonOfService = () => fixture.readHiddenReason('services', 'id', service);
    await dismissReport({ reportedServiceId: service });
    const reportByOther = async () =>
      fixture.report(await fixture.buildPerson(), joaoUid, {
        reportedServiceId: service,
        minor: true,
      });
    await reportByOther();
    expect(await reasonOfService()).toBeNull();
    await fixture.pool.query('UPDATE services SET updated_at = now() WHERE id = $1', [service]);
    await reportByOther();
    expect(await reasonOfService()).toBe(UNDER_REVIEW_REASON);
  });
});

describe('when it is upheld', () => {
  it('what it hid stays hidden with the reason of the decision', async () => {
    const post = await createPost(joaoUid);
    const { id } = await reportMinor(anaUid, joaoUid, post);
    await fixture.decide(adminUid, id, 'upheld', { reason: 'Há menor na foto.' });
    expect(await reasonOf(post)).toBe('Há menor na foto.');
    expect(fixture.committed.at(-1)).toMatchObject({ action: 'hide', actor: { uid: adminUid } });
  });

  it('what the decision restores is shown', async () => {
    const post = await createPost(joaoUid);
    const { id } = await reportMinor(anaUid, joaoUid, post);
    const actions = [{ action: 'restore' as const, on: 'subject' as const }];
    await fixture.decide(adminUid, id, 'upheld', { actions });
    expect(await reasonOf(post)).toBeNull();
  });

  it('what was decided on since stays as it is', async () => {
    const post = await createPost(joaoUid);
    const { id } = await reportMinor(anaUid, joaoUid, post);
    await fixture.pool.query(
      `INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason)
       VALUES ($1, $2, 'hide', 'post', $3, 'Golpe')`,
      [randomUUID(), adminUid, post],
    );
    await fixture.decide(adminUid, id, 'upheld', { reason: 'Há menor na foto.' });
    expect(await reasonOf(post)).toBe(UNDER_REVIEW_REASON);
  });
});

describe('a report', () => {
  it('cannot be read by the reported person, not even by an administrator', async () => {
    const reportedAdmin = await fixture.buildAdmin();
    const { id } = await fixture.report(anaUid, reportedAdmin);
    const readCase = () => fixture.queueOf(reportedAdmin).getCase({ params: { id } });
    expect((await errorOfCall(readCase())).code).toBe('forbidden');
    await fixture.decide(adminUid, id, 'dismissed');
    expect((await errorOfCall(readCase())).code).toBe('forbidden');
    expect((await fixture.caseOf(adminUid, id)).author?.uid).toBe(anaUid);
  });

  it('is in no list, count or log of the reported administrator, but in those of others', async () => {
    const reportedAdmin = await fixture.buildAdmin();
    const readQueueAs = async (by: string) => {
      const { items, open, urgent } = await fixture
        .queueOf(by)
        .listQueue({ query: { limit: '50' } });
      return { ids: items.map((item) => item.id), reports: open.report, urgent };
    };
    const listClosedIds = async (by: string) =>
      (await fixture.queueOf(by).listQueue({ query: { state: 'closed' } })).items.map(
        (item) => item.id,
      );
    const [theirs, before] = [await readQueueAs(reportedAdmin), await readQueueAs(adminUid)];
    const { id } = await fixture.report(anaUid, reportedAdmin, { minor: true });
    expect(await readQueueAs(reportedAdmin)).toEqual(theirs);
    const queueAfter = await readQueueAs(adminUid);
    expect(queueAfter).toMatchObject({ reports: before.reports + 1, urgent: before.urgent + 1 });
    expect(queueAfter.ids).toContain(id);
    const feedback = await fixture.sendFeedback(reportedAdmin);
    expect((await fixture.caseOf(reportedAdmin, feedback.id)).author).toMatchObject({ reports: 0 });
    expect((await fixture.caseOf(adminUid, feedback.id)).author).toMatchObject({ reports: 1 });
    await fixture.decide(adminUid, id, 'dismissed');
    expect(await listClosedIds(reportedAdmin)).not.toContain(id);
    expect(await listClosedIds(adminUid)).toContain(id);
    const countLogEntries = async (by: string) =>
      (await fixture.queueOf(by).listActions({ query: { subject: id } })).actions.length;
    expect([await countLogEntries(reportedAdmin), await countLogEntries(adminUid)]).toEqual([0, 1]);
  });

  const severityOfReport = async (reportedUid: string, reportFields = {}) => {
    const { id } = await fixture.report(anaUid, reportedUid, reportFields);
    const { rows } = await fixture.pool.query('SELECT severity, minor FROM cases WHERE id = $1', [
      id,
    ]);
    return rows[0];
  };

  it('has the severity of its subject', async () => {
    expect(await severityOfReport(joaoUid)).toEqual({ severity: 2, minor: false });
    expect(await severityOfReport(joaoUid, { minor: true })).toEqual({ severity: 4, minor: true });
    await buildService(fixture.pool, joaoUid, { adult: true, category: 'nudez' });
    expect(await severityOfReport(joaoUid)).toEqual({ severity: 3, minor: false });
    await fixture.pool.query('UPDATE services SET deleted_at = now() WHERE seller_id = $1', [
      joaoUid,
    ]);
    expect(await severityOfReport(joaoUid)).toEqual({ severity: 2, minor: false });
  });

  it('about adult content is high', async () => {
    const bia = await fixture.buildPerson({ age_verified_until: new Date('2999-01-01') });
    const post = await createPost(joaoUid, { sensitive: true });
    const { id } = await fixture.report(bia, joaoUid, { reportedPostId: post });
    expect(await fixture.caseOf(adminUid, id)).toMatchObject({
      severity: 'high',
      subject: { adult: true },
    });
  });
});
