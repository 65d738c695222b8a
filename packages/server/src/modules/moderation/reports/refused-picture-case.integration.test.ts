import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from '../../../../test/fixtures/data/drawn-pictures.ts';
import { createPostsFixture } from '../../../../test/fixtures/modules/posts-fixture.ts';
import {
  createReportCopiesFixture,
  type ReportCopiesFixture,
} from '../../../../test/fixtures/modules/report-copies-fixture.ts';
import type { TestPerson } from '../../../../test/fixtures/server/test-app.ts';
import { drizzle } from '../../../platform/database/query-builder.ts';
import { systemIds } from '../../../ports/ids.ts';
import { banPicture, replaceBannedList } from '../../pictures/index.ts';
import { openRefusedPictureCase } from './open-refused-picture-case.ts';

let fixture: ReportCopiesFixture;
let postsFixture: ReturnType<typeof createPostsFixture>;
let admin: TestPerson;
/** A picture that the team has banned. */
let bannedByTeam: Buffer;
/** A picture that an imported list of pictures of minors has banned. */
let bannedByList: Buffer;
beforeAll(async () => {
  fixture = await createReportCopiesFixture();
  postsFixture = createPostsFixture(fixture.app);
  admin = await fixture.app.signInAdmin();
  const author = await fixture.signInAuthor();
  [bannedByTeam, bannedByList] = [await drawPicture(1), await drawPicture(2)];
  const { photoURL } = await postsFixture.publish(author, {}, { photo: bannedByTeam });
  await banPicture(createDb(), photoURL ?? '');
  await postsFixture.publish(author, {}, { photo: bannedByList });
  const { rows } = await fixture.pool.query('SELECT look FROM pictures ORDER BY created_at DESC');
  const hashes = [BigInt(rows[0].look)];
  await replaceBannedList(createDb(), { list: 'Autoridade', minor: true, hashes });
});
afterAll(() => fixture?.app.close());

const createDb = () => drizzle(fixture.pool);
const reencodePicture = (picture: Buffer) =>
  sharp(picture).resize(400).jpeg({ quality: 60 }).toBuffer();
const uploadPicture = async (by: TestPerson, picture: Buffer) =>
  (await postsFixture.send(by, { title: 'Oi' }, { photo: await reencodePicture(picture) })).status;

const listCasesAbout = async ({ uid }: TestPerson) =>
  (
    await fixture.pool.query(
      `SELECT c.id, c.minor, c.status, r.picture_id AS "pictureId", r.content FROM cases c
       LEFT JOIN report_copies r ON r.case_id = c.id
       WHERE c.reported_user_id = $1 ORDER BY c.created_at`,
      [uid],
    )
  ).rows;
const listPicturesOf = async ({ uid }: TestPerson) =>
  (
    await fixture.pool.query(
      'SELECT id, deleted_at IS NOT NULL AS closed FROM pictures WHERE owner_id = $1',
      [uid],
    )
  ).rows;
const readMailsWith = async (text: string) => {
  const response = await fixture.app.fetch('/dev/outbox');
  const { emails } = (await response.json()) as { emails: { to: string; text: string }[] };
  return emails.filter((mail) => mail.text.includes(text));
};
const dismiss = (id: string) =>
  admin.api.moderationQueue.decideCase({
    params: { id },
    body: { outcome: 'dismissed', reason: 'Era outra imagem.', actions: [] },
  });

describe('a refused picture', () => {
  it('opens a case without an author, with a copy that only the team can open', async () => {
    const uploader = await fixture.signInAuthor();
    expect(await uploadPicture(uploader, bannedByTeam)).toBe(409);
    const [opened] = await listCasesAbout(uploader);
    const { case: shown } = await admin.api.moderationQueue.getCase({ params: { id: opened.id } });
    expect(shown).toMatchObject({
      kind: 'report',
      severity: 'high',
      minor: false,
      author: null,
      about: { uid: uploader.uid },
      subject: { kind: 'user', id: uploader.uid },
      title: 'Imagem barrada enviada',
      message: expect.stringContaining(
        'para uma publicação. Ela se parece com uma imagem que a equipe barrou',
      ),
      mayDecide: true,
    });
    const { items } = await admin.api.moderationQueue.listQueue({ query: { kind: 'report' } });
    expect(items.find(({ id }) => id === opened.id)?.person?.uid).toBe(uploader.uid);
    const { copy } = await fixture.copyOf(admin, opened.id);
    expect((await fixture.app.fetch(copy.photoURL ?? '')).status).toBe(200);
    expect(await listPicturesOf(uploader)).toEqual([{ id: opened.pictureId, closed: true }]);
    const address = (copy.photoURL ?? '').split('?')[0] ?? '';
    expect((await uploader.fetch(address)).status).toBe(404);
    expect((await admin.fetch(address)).status).toBe(404);
  });

  it('in a pack opens a case as well, with a copy that the team alone can open', async () => {
    const uploader = await fixture.signInAuthor();
    const form = new FormData();
    const image = new Uint8Array(await reencodePicture(bannedByTeam));
    form.set('file', new Blob([image]), 'foto.jpg');
    const response = await uploader.fetch('/api/archives', { method: 'POST', body: form });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'picture_refused' });
    const [opened] = await listCasesAbout(uploader);
    const { case: shown } = await admin.api.moderationQueue.getCase({ params: { id: opened.id } });
    expect(shown).toMatchObject({
      author: null,
      title: 'Imagem barrada enviada',
      message: expect.stringContaining('enviada para um pacote.'),
    });
    const { copy } = await fixture.copyOf(admin, opened.id);
    expect((await fixture.app.fetch(copy.photoURL ?? '')).status).toBe(200);
    expect(await listPicturesOf(uploader)).toEqual([{ id: opened.pictureId, closed: true }]);
    expect((await uploader.api.packs.listArchives()).archives).toEqual([]);
  });

  it('is mailed to the team, and tells the uploader nothing', async () => {
    const uploader = await fixture.signInAuthor();
    await uploadPicture(uploader, bannedByTeam);
    const [opened] = await listCasesAbout(uploader);
    const { rows } = await fixture.pool.query('SELECT number FROM cases WHERE id = $1', [
      opened.id,
    ]);
    const code = `DEN-${String(rows[0].number).padStart(4, '0')}`;
    await expect.poll(async () => await readMailsWith(code)).toHaveLength(1);
    expect((await readMailsWith(code))[0]).toMatchObject({
      to: expect.not.stringContaining('Autor'),
    });
    await dismiss(opened.id);
    expect((await uploader.api.notifications.listNotifications()).notifications).toEqual([]);
    expect((await uploader.api.moderation.listOwnCases()).cases).toEqual([]);
  });

  it('opens no second case while the first is open, and leaves no file', async () => {
    const uploader = await fixture.signInAuthor();
    await uploadPicture(uploader, bannedByTeam);
    const files = await fixture.storedFiles();
    const { rows: lastNumber } = await fixture.pool.query('SELECT last_value FROM case_numbers');
    expect(await uploadPicture(uploader, bannedByTeam)).toBe(409);
    expect(await fixture.storedFiles()).toEqual(files);
    // Repeated uploads take no case number; otherwise one person could use up the numbers.
    const { rows } = await fixture.pool.query('SELECT last_value FROM case_numbers');
    expect(rows).toEqual(lastNumber);
    const [first, ...others] = await listCasesAbout(uploader);
    expect(others).toEqual([]);
    await dismiss(first.id);
    await uploadPicture(uploader, bannedByTeam);
    expect((await listCasesAbout(uploader)).map(({ status }) => status)).toEqual([
      'closed',
      'open',
    ]);
  });

  it('opens one case when several uploads arrive at once', async () => {
    const uploader = await fixture.signInAuthor();
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => uploadPicture(uploader, bannedByTeam)),
    );
    expect(statuses).toEqual([409, 409, 409, 409, 409, 409]);
    expect(await listCasesAbout(uploader)).toHaveLength(1);
    expect(await listPicturesOf(uploader)).toHaveLength(1);
  });

  it('of an imported list about minors is urgent and sealed with the account, beside an open case', async () => {
    const uploader = await fixture.signInAuthor();
    await uploadPicture(uploader, bannedByTeam);
    expect(await uploadPicture(uploader, bannedByList)).toBe(409);
    const [, urgent] = await listCasesAbout(uploader);
    const { case: shown } = await admin.api.moderationQueue.getCase({ params: { id: urgent.id } });
    expect(shown).toMatchObject({
      severity: 'urgent',
      minor: true,
      message: expect.stringContaining('da lista “Autoridade”'),
    });
    expect(JSON.parse(urgent.content)).toMatchObject({
      account: { uid: uploader.uid, email: expect.any(String) },
      metadata: { picture: { id: urgent.pictureId, ownerId: uploader.uid, kind: 'post' } },
    });
  });

  it('that the team banned and that is close to one of a list about minors counts as the latter', async () => {
    const { rows } = await fixture.pool.query(
      'SELECT look FROM banned_pictures WHERE list IS NULL ORDER BY banned_at',
    );
    const listWithMinors = { list: 'Vizinha', minor: true };
    await replaceBannedList(createDb(), { ...listWithMinors, hashes: [BigInt(rows[0].look) ^ 7n] });
    const uploader = await fixture.signInAuthor();
    await uploadPicture(uploader, bannedByTeam);
    await replaceBannedList(createDb(), { ...listWithMinors, hashes: [] });
    expect(await listCasesAbout(uploader)).toMatchObject([{ minor: true }]);
  });

  it('keeps its file until the copy is deleted', async () => {
    const uploader = await fixture.signInAuthor();
    await uploadPicture(uploader, bannedByTeam);
    const [{ id, pictureId }] = await listCasesAbout(uploader);
    const isStored = async () =>
      (await fixture.storedFiles()).some((file: string) => file.includes(pictureId));
    await fixture.sweepPictures();
    expect(await isStored()).toBe(true);
    await dismiss(id);
    await fixture.pool.query(
      `UPDATE cases SET decided_at = now() - interval '181 days' WHERE id = $1`,
      [id],
    );
    await fixture.runRetention();
    await fixture.sweepPictures();
    expect(await isStored()).toBe(false);
    expect(await listPicturesOf(uploader)).toEqual([]);
  });

  it('opens no case about an account that was closed meanwhile', async () => {
    const uploader = await fixture.signInAuthor();
    await uploader.api.users.deleteMe();
    const { database } = fixture.app.program;
    const openCase = openRefusedPictureCase({
      database,
      ids: systemIds,
      enqueue: async () => undefined,
    });
    const refusedPicture = {
      id: systemIds.uuid(),
      ownerId: uploader.uid,
      photoURL: '',
      use: 'post',
    } as const;
    expect(await openCase({ ...refusedPicture, ban: { list: null, minor: false } })).toBe(false);
    expect(await listCasesAbout(uploader)).toEqual([]);
  });
});
