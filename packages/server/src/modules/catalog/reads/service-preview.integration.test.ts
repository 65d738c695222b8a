import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '@guilda/contract/services/catalog';
import { servicePreviewURL, servicePreviewVersion } from '@guilda/contract/services/previews';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createServicesFixture,
  drawPhoto,
} from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createServicesFixture>;
let seller: TestPerson;
let publishedService: Service;

beforeAll(async () => {
  app = await startTestApp();
  fixture = createServicesFixture(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
  publishedService = await fixture.publish(seller);
});

const readPreview = async () =>
  (await app.visitor.catalog.getService({ params: { serviceId: publishedService.id } })).service;
const fetchPreview = (init?: RequestInit) => app.fetch(servicePreviewURL(publishedService), init);
const listPreviewKeys = async () =>
  (await fixture.listStoredFiles()).filter((key) => key.includes(publishedService.id));
const previewKeyOf = ({ id, ...rest }: Service) =>
  `previews/services/${id}/${servicePreviewVersion({ id, ...rest })}.png`;

describe('the link preview of a service', () => {
  it('is a picture of 1200 by 630 for everyone', async () => {
    const answer = await fetchPreview();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      etag: `"${servicePreviewVersion(publishedService)}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const png = Buffer.from(await answer.arrayBuffer());
    expect(Number(answer.headers.get('content-length'))).toBe(png.length);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });

  it('is rendered once for the same content', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetchPreview()));
    const pictures = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    const distinctPictures = new Set(
      pictures.map((picture) => Buffer.from(picture).toString('base64')),
    );
    expect(distinctPictures.size).toBe(1);
    expect(await listPreviewKeys()).toEqual([previewKeyOf(publishedService)]);
    // Another `v` parameter gets the same picture.
    const otherAnswer = await app.fetch(`/files/previews/services/${publishedService.id}.png?v=x`);
    expect(otherAnswer.headers.get('etag')).toBe(answers[0]?.headers.get('etag'));
    expect(await listPreviewKeys()).toEqual([previewKeyOf(publishedService)]);
  });

  it('is rendered again when the content changes, replacing the old one', async () => {
    const pictureBefore = Buffer.from(await (await fetchPreview()).arrayBuffer());
    await fixture.patch(seller, publishedService.id, { title: 'Outra aula' });
    const etag = `"${servicePreviewVersion(publishedService)}"`;
    const answer = await fetchPreview({ headers: { 'if-none-match': etag } });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pictureBefore)).toBe(false);
    expect(await listPreviewKeys()).toEqual([previewKeyOf(await readPreview())]);
  });

  it('answers conditional and HEAD requests', async () => {
    const etag = (await fetchPreview()).headers.get('etag') ?? '';
    const unchangedResponse = await fetchPreview({
      headers: { 'if-none-match': `W/${etag}, "x"` },
    });
    expect(unchangedResponse.status).toBe(304);
    const headResponse = await fetchPreview({ method: 'HEAD' });
    expect(headResponse.status).toBe(200);
    expect(Number(headResponse.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(await headResponse.text()).toBe('');
  });

  it.each([
    ['emoji alone', '🔥🔥🔥', '🎯'],
    ['another script', 'こんにちは', 'Владимир 日本'],
    ['markup', '<image href="file:///etc/passwd"/>', '</svg><script>'],
    ['one long word', 'W'.repeat(35), 'W'.repeat(100)],
    ['marks without letters', 'e\u0301\u0302 \u200b', 'ا'],
  ])('is drawn of %s', async (_, title, name) => {
    await app.pool.query('UPDATE users SET display_name = $2 WHERE uid = $1', [seller.uid, name]);
    await app.pool.query('UPDATE services SET title = $2, price = 5000000 WHERE id = $1', [
      publishedService.id,
      title,
    ]);
    const answer = await fetchPreview();
    expect(answer.status).toBe(200);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
  });

  it('is rendered without a cover that is not a stored picture', async () => {
    await app.pool.query("UPDATE services SET photo_url = 'https://x.example/a' WHERE id = $1", [
      publishedService.id,
    ]);
    expect((await fetchPreview()).status).toBe(200);
  });

  it('is unavailable while the storage is, and available again after', async () => {
    const storageFolder = join(app.dataDir, 'files', 'objects');
    await rename(storageFolder, `${storageFolder}.gone`);
    const unavailableResponse = await fetchPreview();
    await rename(`${storageFolder}.gone`, storageFolder);
    expect(unavailableResponse.status).toBe(503);
    expect((await fetchPreview()).status).toBe(200);
  });
});

describe('services that a visitor may not see have no preview', () => {
  it.each([
    ['for adults', 'UPDATE services SET adult = true WHERE id = $1'],
    ['hidden', 'UPDATE services SET hidden_at = now() WHERE id = $1'],
    ['paused', "UPDATE services SET status = 'paused' WHERE id = $1"],
    ['deleted', 'UPDATE services SET deleted_at = now() WHERE id = $1'],
    [
      'of a private profile',
      "UPDATE users SET privacy = 'private' FROM services WHERE uid = seller_id AND id = $1",
    ],
    [
      'of a suspended person',
      'UPDATE users SET suspended_at = now() FROM services WHERE uid = seller_id AND id = $1',
    ],
  ])('%s', async (_, sql) => {
    expect((await fetchPreview()).status).toBe(200);
    await app.pool.query(sql, [publishedService.id]);
    for (const method of ['GET', 'HEAD']) expect((await fetchPreview({ method })).status).toBe(404);
    // The seller gets no preview either, because a preview is only for services that visitors see.
    expect((await seller.fetch(servicePreviewURL(publishedService))).status).toBe(404);
  });

  it.each(['x.png', `${randomUUID()}.png`, randomUUID(), `${'a'.repeat(300)}.png`, '%00.png'])(
    'nor is there one at %s',
    async (file) => {
      expect([400, 404]).toContain((await app.fetch(`/files/previews/services/${file}`)).status);
    },
  );

  it('leaves no preview of a service that is deleted while it is rendered', async () => {
    await drawPhoto();
    await Promise.all([fetchPreview(), fixture.remove(seller, publishedService.id)]);
    await expect.poll(listPreviewKeys).toEqual([]);
  });
});
