import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readZipEntries } from '../../../../test/fixtures/checks/zip-entries.ts';
import {
  createReportCopiesFixture,
  type ReportCopiesFixture,
} from '../../../../test/fixtures/modules/report-copies-fixture.ts';
import { errorOfCall, type TestPerson } from '../../../../test/fixtures/server/test-app.ts';

let fixture: ReportCopiesFixture;
let admin: TestPerson;
beforeAll(async () => {
  fixture = await createReportCopiesFixture();
  admin = await fixture.app.signInAdmin();
});
afterAll(() => fixture?.app.close());

async function createReportedContent(reportData: object = { minor: true }, subjectKind = 'post') {
  const author = await fixture.signInAuthor();
  const content = await fixture.contentCreators[subjectKind]?.(author);
  if (!content) throw new Error(`nothing of the kind ${subjectKind}`);
  return { author, thing: content, id: await fixture.report(author, content, reportData) };
}

const openingReason = 'Ofício 12/2026 da Polícia Federal.';

async function requestPackage(requester: TestPerson, caseId: string, confirmation?: string) {
  return requester.fetch(`/api/admin/cases/${caseId}/authority-package`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(confirmation === undefined ? {} : { 'x-confirmation': confirmation }),
    },
    body: JSON.stringify({ reason: openingReason }),
  });
}
const requestPackageConfirmed = async (by: TestPerson, id: string) =>
  requestPackage(by, id, await by.confirm('authority_package'));

const errorCodeOf = async (response: Response) =>
  ((await response.json()) as { code: string }).code;

async function requestPackageFiles(caseId: string) {
  const response = await requestPackageConfirmed(admin, caseId);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const entries = readZipEntries(Buffer.from(await response.arrayBuffer()));
  const textOf = (name: string) =>
    entries.find((entry) => entry.name === name)?.bytes.toString('utf8') ?? '';
  return { name: response.headers.get('content-disposition'), entries, textOf };
}

const listOpenings = async (id: string) =>
  (
    await fixture.pool.query(
      `SELECT action, reason, actor_id AS actor FROM moderation_actions
       WHERE case_id = $1 AND action IN ('open_evidence', 'authority_package') ORDER BY created_at, id`,
      [id],
    )
  ).rows;

describe('the package for the authority', () => {
  it('holds the seal, its picture, the case, who opened it, and the hash of each file', async () => {
    const { author, thing, id } = await createReportedContent();
    await thing.remove();
    await author.api.users.deleteMe();
    await fixture.sweepPictures();
    await fixture.copyOf(admin, id);
    const { name, entries, textOf } = await requestPackageFiles(id);
    expect(name).toMatch(/^attachment; filename="autoridade-DEN-\d+\.zip"$/);
    expect(entries.map((entry) => entry.name)).toEqual([
      'LEIA-ME.txt',
      'conteudo.json',
      'imagem.webp',
      'caso.json',
      'aberturas.json',
      'SHA256.txt',
    ]);
    const { rows } = await fixture.pool.query(
      'SELECT content, hash FROM report_copies WHERE case_id = $1',
      [id],
    );
    expect(textOf('conteudo.json')).toBe(rows[0].content);
    expect(JSON.parse(textOf('conteudo.json'))).toMatchObject({
      kind: 'post',
      text: 'Mandem Pix antes',
      account: {
        uid: author.uid,
        username: author.user.username,
        email: author.email,
        signIn: { subject: expect.any(String) },
      },
      metadata: { hashtags: ['pix'], picture: { id: thing.pictureId } },
    });
    expect(JSON.parse(textOf('caso.json'))).toMatchObject({
      envolveMenor: true,
      situacao: 'em aberto',
      sha256DoConteudo: rows[0].hash.toString('hex'),
    });
    expect(textOf('caso.json')).not.toContain(fixture.reporter.uid);
    expect(JSON.parse(textOf('aberturas.json'))).toMatchObject([
      { acao: 'pacote para a autoridade', motivo: openingReason, quem: { uid: admin.uid } },
      { acao: 'abriu a cópia', quem: { uid: admin.uid } },
    ]);
    const hashes = entries
      .filter((entry) => entry.name !== 'SHA256.txt')
      .map(
        ({ name: file, bytes }) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`,
      );
    expect(textOf('SHA256.txt')).toBe(hashes.join(''));
  });

  it('is logged each time, before anything is sent, and shown with the case', async () => {
    const { id } = await createReportedContent({ underage: true }, 'user');
    await requestPackageFiles(id);
    await requestPackageFiles(id);
    const entry = { action: 'authority_package', reason: openingReason, actor: admin.uid };
    expect(await listOpenings(id)).toEqual([entry, entry]);
    const { case: foundCase } = await admin.api.moderationQueue.getCase({ params: { id } });
    expect(foundCase.seal).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      openings: [
        { action: 'authority_package', reason: openingReason, actor: { uid: admin.uid } },
        { action: 'authority_package' },
      ],
    });
  });

  it('needs a confirmation of its own', async () => {
    const { id } = await createReportedContent();
    const refusedResponse = await requestPackage(admin, id);
    expect([refusedResponse.status, await errorCodeOf(refusedResponse)]).toEqual([
      403,
      'confirmation_required',
    ]);
    const otherPurposeResponse = await requestPackage(
      admin,
      id,
      await admin.confirm('admin_money'),
    );
    expect(await errorCodeOf(otherPurposeResponse)).toBe('confirmation_required');
    const confirmation = await admin.confirm('authority_package');
    expect((await requestPackage(admin, id, confirmation)).status).toBe(200);
    expect((await requestPackage(admin, id, confirmation)).status).toBe(403);
    expect(await listOpenings(id)).toHaveLength(1);
  });

  it('is for the team alone, and not for a reported administrator', async () => {
    const { author, id } = await createReportedContent();
    expect((await requestPackage(author, id)).status).toBe(403);
    await fixture.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [author.uid]);
    await author.api.users.getMe({});
    const refusedResponse = await requestPackageConfirmed(author, id);
    expect(await errorCodeOf(refusedResponse)).toBe('forbidden');
    expect(await listOpenings(id)).toEqual([]);
    await fixture.pool.query(`UPDATE users SET role = 'user' WHERE uid = $1`, [author.uid]);
  });

  it('is not found without a sealed copy', async () => {
    const { id } = await createReportedContent();
    await fixture.pool.query('DELETE FROM report_copies WHERE case_id = $1', [id]);
    expect(await errorCodeOf(await requestPackageConfirmed(admin, id))).toBe('case_not_found');
    const { case: foundCase } = await admin.api.moderationQueue.getCase({ params: { id } });
    expect(foundCase.seal).toBeNull();
  });
});

describe('what is sealed', () => {
  it.each(['post', 'comment', 'service', 'review', 'user'])(
    'of a reported %s about a minor has account and metadata',
    async (kind) => {
      const { author, id } = await createReportedContent({ minor: true }, kind);
      const { rows } = await fixture.pool.query(
        'SELECT content FROM report_copies WHERE case_id = $1',
        [id],
      );
      const { account, metadata } = JSON.parse(rows[0].content);
      expect(account).toMatchObject({ uid: author.uid, email: author.email });
      expect(metadata).toEqual(expect.any(Object));
      const { copy } = await fixture.copyOf(admin, id);
      expect(copy).not.toHaveProperty('account');
    },
  );

  it('of another report has neither', async () => {
    const { id } = await createReportedContent({});
    const { rows } = await fixture.pool.query(
      'SELECT content FROM report_copies WHERE case_id = $1',
      [id],
    );
    expect(JSON.parse(rows[0].content)).not.toHaveProperty('account');
  });

  it('about a minor stays six months at least', async () => {
    const { id } = await createReportedContent();
    await fixture.pool.query(
      `UPDATE cases SET status = 'closed', outcome = 'upheld', answer = '', decided_at = now() - interval '181 days'
       WHERE id = $1`,
      [id],
    );
    const setSealedAgo = (age: string) =>
      fixture.pool.query(
        'UPDATE report_copies SET sealed_at = now() - $2::interval WHERE case_id = $1',
        [id, age],
      );
    await setSealedAgo('6 months -1 hour');
    await fixture.runRetention();
    await fixture.copyOf(admin, id);
    await setSealedAgo('6 months 1 hour');
    await fixture.runRetention();
    expect((await errorOfCall(fixture.copyOf(admin, id))).code).toBe('case_not_found');
  });
});
