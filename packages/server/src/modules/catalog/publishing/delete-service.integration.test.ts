import { randomUUID } from 'node:crypto';
import type { Service } from '@guilda/contract/services/catalog';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPaidOrder } from '../../../../test/fixtures/data/builders.ts';
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
let stranger: TestPerson;
let publishedService: Service;

beforeAll(async () => {
  app = await startTestApp();
  fixture = createServicesFixture(app);
  stranger = await app.signIn('Estranha');
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
  publishedService = await fixture.publish(
    seller,
    { type: 'media' },
    { archives: [await drawPhoto()] },
  );
});

const readFilesOf = async (id: string) =>
  (await fixture.listStoredFiles()).filter((key) => key.includes(id));
const pictureOf = ({ photoURL }: Service) => parsePictureURL(photoURL)?.id ?? '';

describe('deleting an own service', () => {
  it('removes it permanently', async () => {
    const answer = await fixture.remove(seller, publishedService.id);
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    for (const person of [app, seller, stranger]) {
      expect((await person.fetch(`/api/services/${publishedService.id}`)).status).toBe(404);
    }
    const { services } = await seller.api.catalog.listServices({ query: { seller: seller.uid } });
    expect(services).toEqual([]);
    expect((await fixture.buy(stranger, publishedService.id)).status).toBe(404);
    expect((await fixture.patch(seller, publishedService.id, { status: 'active' })).status).toBe(
      404,
    );
    expect((await fixture.remove(seller, publishedService.id)).status).toBe(404);
  });

  it('erases its picture, its preview and its files', async () => {
    await app.fetch(`/files/previews/services/${publishedService.id}.png`);
    expect(await readFilesOf(publishedService.id)).toHaveLength(1);
    await fixture.remove(seller, publishedService.id);
    await expect.poll(() => readFilesOf(pictureOf(publishedService))).toEqual([]);
    await expect.poll(() => readFilesOf(publishedService.id)).toEqual([]);
    const countArchives = async () => {
      const archivesSql = 'SELECT FROM archives WHERE service_id = $1';
      return (await app.pool.query(archivesSql, [publishedService.id])).rowCount;
    };
    await expect.poll(countArchives).toBe(0);
  });

  it.each(['awaiting_start', 'in_progress', 'complete', 'refunded'])(
    'leaves an order in %s as it is, with its picture',
    async (status) => {
      const parties = { service: publishedService.id, buyer: stranger.uid, seller: seller.uid };
      const id = await buildPaidOrder(app.pool, parties, {
        service_status: status,
        photo_url: publishedService.photoURL,
      });
      const orderBefore = await stranger.api.orders.getPayment({ params: { id } });
      expect((await fixture.remove(seller, publishedService.id)).status).toBe(204);
      expect(await stranger.api.orders.getPayment({ params: { id } })).toEqual(orderBefore);
      expect((await app.fetch(publishedService.photoURL)).status).toBe(200);
      const startBody = {
        serviceStatus: 'in_progress',
        startedServiceAt: new Date().toISOString(),
      };
      const startResponse = await seller.fetch(`/api/payments/${id}/update-payment`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(startBody),
      });
      if (status === 'awaiting_start') expect(startResponse.status).toBe(200);
    },
  );

  it('is allowed to a seller whose age check has expired', async () => {
    await fixture.checkAge(seller);
    await fixture.patch(seller, publishedService.id, { category: 'nudez' });
    await app.pool.query('UPDATE users SET age_verified_until = now() WHERE uid = $1', [
      seller.uid,
    ]);
    expect((await fixture.remove(seller, publishedService.id)).status).toBe(204);
  });
});

describe('deleting is refused', () => {
  const expectDeletionRefused = async (
    person: TestPerson,
    status: number,
    code: string,
    id = publishedService.id,
  ) => {
    const answer = await fixture.remove(person, id);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  };

  it('to everyone else, administrators included', async () => {
    await expectDeletionRefused(stranger, 403, 'forbidden');
    await expectDeletionRefused(await app.signInAdmin(), 403, 'forbidden');
    const answer = await app.fetch(`/api/services/${publishedService.id}`, { method: 'DELETE' });
    expect(answer.status).toBe(401);
    expect((await app.fetch(`/api/services/${publishedService.id}`)).status).toBe(200);
  });

  it('as not found to people who may not see it', async () => {
    await fixture.patch(seller, publishedService.id, { status: 'paused' });
    await expectDeletionRefused(stranger, 404, 'service_not_found');
    await expectDeletionRefused(seller, 404, 'service_not_found', randomUUID());
    await expectDeletionRefused(seller, 404, 'service_not_found', 'x');
  });
});
