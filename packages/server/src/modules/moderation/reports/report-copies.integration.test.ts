import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createReportCopiesFixture,
  type ReportableContent,
  type ReportCopiesFixture,
} from '../../../../test/fixtures/modules/report-copies-fixture.ts';
import { holdTransaction } from '../../../../test/fixtures/server/hold-transaction.ts';
import { errorOfCall, type TestPerson } from '../../../../test/fixtures/server/test-app.ts';
import { drizzle } from '../../../platform/database/query-builder.ts';
import { checkEvidence } from '../../evidence/index.ts';

let fixture: ReportCopiesFixture;
let admin: TestPerson;
beforeAll(async () => {
  fixture = await createReportCopiesFixture();
  admin = await fixture.app.signInAdmin();
});
afterAll(() => fixture?.app.close());

const runQuery = (text: string, values: unknown[] = []) => fixture.pool.query(text, values);

/** Creates content of one kind and reports it; returns the author, the content and the id of the case. */
async function createReportedContent(subjectKind: string) {
  const author = await fixture.signInAuthor();
  const createContent = fixture.contentCreators[subjectKind];
  if (!createContent) throw new Error(`nothing of the kind ${subjectKind}`);
  const content = await createContent(author);
  return { author, thing: content, id: await fixture.report(author, content) };
}

const decideCase = (id: string, actions: unknown[] = []) =>
  admin.fetch(`/api/admin/cases/${id}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ outcome: 'upheld', reason: 'É golpe.', actions }),
  });
const setClosedAgo = (id: string, days: number) =>
  runQuery(
    `UPDATE cases SET status = 'closed', outcome = coalesce(outcome, 'upheld'), answer = coalesce(answer, ''),
       decided_at = now() - make_interval(days => $2) WHERE id = $1`,
    [id, days],
  );

/** Expects that the copy of a case has the expected text, the right hash and a picture that can be loaded. */
async function expectIntactCopy(caseId: string, { expectedCopy, pictureId }: ReportableContent) {
  const { copy: readCopy } = await fixture.copyOf(admin, caseId);
  expect(readCopy).toMatchObject(expectedCopy);
  const { rows } = await runQuery('SELECT content FROM report_copies WHERE case_id = $1', [caseId]);
  expect(readCopy.sha256).toBe(createHash('sha256').update(rows[0].content).digest('hex'));
  expect(readCopy.photoURL === null).toBe(pictureId === null);
  if (readCopy.photoURL === null) return;
  const response = await fixture.app.fetch(readCopy.photoURL);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
}

const deletionsByKind: Readonly<
  Record<string, (id: string, author: TestPerson, content: ReportableContent) => Promise<unknown>>
> = {
  'its author deletes it': (_id, _author, content) => content.remove(),
  'its author closes the account': (_id, author) => author.api.users.deleteMe(),
  'its author deletes it and closes the account': async (_id, author, content) => {
    await content.remove();
    await author.api.users.deleteMe();
  },
  'the team hides it and its author closes the account': async (id, author) => {
    expect((await decideCase(id, [{ action: 'hide', on: 'subject' }])).status).toBe(200);
    await author.api.users.deleteMe();
  },
  'time passes while the case is open': (id) =>
    runQuery(`UPDATE cases SET created_at = now() - interval '5 years' WHERE id = $1`, [id]),
  'time passes after the case was closed': (id) => setClosedAgo(id, 179),
};
const reportedKinds = ['post', 'comment', 'service', 'review', 'user'];

describe.each(reportedKinds)('a reported %s', (kind) => {
  it.each(Object.entries(deletionsByKind))(
    'stays readable for the team when %s',
    async (_, deleteContent) => {
      const { author, thing, id } = await createReportedContent(kind);
      await deleteContent(id, author, thing);
      await fixture.runRetention();
      await fixture.sweepPictures();
      await expectIntactCopy(id, thing);
    },
  );
});

describe('the copy of reported content', () => {
  const readOpenings = async (id: string) =>
    (
      await runQuery(
        `SELECT actor_id FROM moderation_actions WHERE action = 'open_evidence' AND case_id = $1`,
        [id],
      )
    ).rows;

  it('is read by the team alone, each time with an entry in the audit log', async () => {
    const { author, id } = await createReportedContent('comment');
    for (const by of [author, fixture.reporter])
      expect((await errorOfCall(fixture.copyOf(by, id))).status).toBe(403);
    expect(await readOpenings(id)).toEqual([]);
    await fixture.copyOf(admin, id);
    await fixture.copyOf(admin, id);
    expect(await readOpenings(id)).toEqual([{ actor_id: admin.uid }, { actor_id: admin.uid }]);
  });

  it('is found by the ledger check when it was changed', async () => {
    const { id } = await createReportedContent('post');
    const checkCopies = () => checkEvidence(drizzle({ client: fixture.pool }));
    expect(await checkCopies()).toEqual([]);
    await runQuery(`UPDATE report_copies SET content = content || ' ' WHERE case_id = $1`, [id]);
    expect(await checkCopies()).toEqual([{ rule: 'evidence', ids: [id] }]);
    await runQuery('UPDATE report_copies SET content = rtrim(content) WHERE case_id = $1', [id]);
  });

  it('is not for a reported administrator', async () => {
    const { author, id } = await createReportedContent('post');
    await runQuery(`UPDATE users SET role = 'admin' WHERE uid = $1`, [author.uid]);
    expect((await errorOfCall(fixture.copyOf(author, id))).code).toBe('forbidden');
    expect(await readOpenings(id)).toEqual([]);
    await runQuery(`UPDATE users SET role = 'user' WHERE uid = $1`, [author.uid]);
  });

  it('is what was reported, whatever it was changed to later', async () => {
    const { thing, id } = await createReportedContent('post');
    await runQuery(`UPDATE posts SET title = 'Bom dia', description = '' WHERE uid = $1`, [
      thing.reportFields['reportedPostId'],
    ]);
    await expectIntactCopy(id, thing);
  });

  it('opens its deleted picture to nobody else', async () => {
    const { thing } = await createReportedContent('post');
    const { rows } = await runQuery('SELECT photo_url FROM posts WHERE uid = $1', [
      thing.reportFields['reportedPostId'],
    ]);
    expect((await fixture.app.fetch(rows[0].photo_url)).status).toBe(200);
    await thing.remove();
    await expect.poll(async () => (await fixture.app.fetch(rows[0].photo_url)).status).toBe(404);
  });

  it('is erased with its picture 180 days after the case was closed', async () => {
    const { thing, id } = await createReportedContent('post');
    await thing.remove();
    await setClosedAgo(id, 181);
    await fixture.runRetention();
    expect((await errorOfCall(fixture.copyOf(admin, id))).code).toBe('case_not_found');
    await fixture.sweepPictures();
    await expect
      .poll(async () => {
        const pictureRows = await runQuery('SELECT FROM pictures WHERE id = $1', [thing.pictureId]);
        return pictureRows.rowCount;
      })
      .toBe(0);
    const files = await fixture.storedFiles();
    expect(files.filter((key) => key.includes(thing.pictureId ?? ''))).toEqual([]);
  });

  it('is whole, or there is no report, when its author deletes it at the same moment', async () => {
    const createdPosts = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const author = await fixture.signInAuthor();
        const content = await fixture.contentCreators['post']?.(author);
        if (!content) throw new Error('no post was made');
        return { author, thing: content };
      }),
    );
    const outcomes = await Promise.all(
      createdPosts.map(async ({ author, thing }) => {
        const [report] = await Promise.allSettled([fixture.report(author, thing), thing.remove()]);
        return { report, thing };
      }),
    );
    await fixture.sweepPictures();
    for (const { report, thing } of outcomes) {
      if (report.status === 'fulfilled') await expectIntactCopy(report.value, thing);
      else expect(String(report.reason)).toContain('Publicação não encontrada.');
    }
  });

  it('refuses what was deleted after the report was checked', async () => {
    const { author, thing } = await createReportedContent('comment');
    // Another transaction deletes the comment while the report waits for the lock on its row.
    await using deletion = await holdTransaction(fixture.pool, [
      'DELETE FROM comments WHERE id = $1',
      [thing.reportFields['reportedCommentId']],
    ]);
    const report = fixture.report(author, thing).catch((error: unknown) => String(error));
    await deletion.waitForWaiters(1);
    await deletion.commit();
    expect(await report).toContain('Comentário não encontrado.');
    const cases = await runQuery('SELECT FROM cases WHERE reported_user_id = $1', [author.uid]);
    expect(cases.rowCount).toBe(1);
  });

  it('stays while an appeal is open, and 180 days after it is closed', async () => {
    const { author, thing, id } = await createReportedContent('post');
    expect((await decideCase(id, [{ action: 'hide', on: 'subject' }])).status).toBe(200);
    await setClosedAgo(id, 400);
    const { rows } = await runQuery('SELECT id FROM decisions WHERE case_id = $1', [id]);
    const appealResponse = await author.fetch(`/api/decisions/${rows[0].id}/appeal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Foi engano.' }),
    });
    expect(appealResponse.status).toBe(201);
    await fixture.runRetention();
    await expectIntactCopy(id, thing);
    await runQuery(
      `UPDATE cases SET status = 'closed', outcome = 'dismissed', answer = 'Não.', decided_at = now() - interval '181 days'
       WHERE decision_id = $1`,
      [rows[0].id],
    );
    await fixture.runRetention();
    expect((await errorOfCall(fixture.copyOf(admin, id))).code).toBe('case_not_found');
  });
});
