import { randomUUID } from 'node:crypto';
import type { Service } from '@guilda/contract/services/catalog';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createServicesFixture,
  drawPhoto,
  type ServiceFormFields,
  type UploadedParts,
} from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createServicesFixture>;
let seller: TestPerson;
let buyer: TestPerson;
let publishedService: Service;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), drawPhoto()]);
  fixture = createServicesFixture(app);
  buyer = await app.signIn('Compradora');
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
  publishedService = await fixture.publish(seller);
});

const changeService = async (fields: ServiceFormFields, parts?: UploadedParts) =>
  fixture.serviceOf(await fixture.patch(seller, publishedService.id, fields, parts));
const publishMedia = (fields: ServiceFormFields = {}, count = 1) =>
  fixture.publish(
    seller,
    { type: 'media', price: '0', ...fields },
    { archives: Array.from({ length: count }, () => png) },
  );
const readService = async (id: string) =>
  (await seller.api.catalog.getService({ params: { serviceId: id } })).service;
const picturesOf = async (uid: string) =>
  (await app.pool.query('SELECT id FROM pictures WHERE owner_id = $1', [uid])).rows;

describe('concurrent changes', () => {
  it('beside a blur by the team say that the service is for adults now', async () => {
    await app.pool.query(`
      CREATE FUNCTION blur_service() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.adult := true; NEW.adult_by_team := true; RETURN NEW; END $$;
      CREATE TRIGGER blur_service BEFORE UPDATE ON services FOR EACH ROW
        WHEN (NEW.title = 'Desfocado') EXECUTE FUNCTION blur_service()`);
    const answer = await fixture.patch(seller, publishedService.id, { title: 'Desfocado' });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'adults_only' });
  });

  it('of different fields are all kept', async () => {
    const fields = [
      { title: 'Um' },
      { price: '1.00' },
      { description: 'Dois' },
      { category: 'osu' },
    ];
    const answers = await Promise.all(
      fields.map((field) => fixture.patch(seller, publishedService.id, field)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await readService(publishedService.id)).toMatchObject(Object.assign({}, ...fields));
  });

  it('of the picture leave one, and erase the others', async () => {
    // The responses are not compared, because each may already show the picture of a later change.
    await Promise.all(
      Array.from({ length: 4 }, async () => changeService({}, { image: await drawPhoto() })),
    );
    const { photoURL } = await readService(publishedService.id);
    expect(photoURL).not.toBe(publishedService.photoURL);
    const remainingPictures = [{ id: parsePictureURL(photoURL)?.id }];
    await expect.poll(() => picturesOf(seller.uid)).toEqual(remainingPictures);
    expect((await app.fetch(photoURL)).status).toBe(200);
  });

  it('of the type leave a pack with its kinds or a call without', async () => {
    const { id } = await publishMedia();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        fixture.patch(seller, id, { type: 'call' }),
        fixture.patch(seller, id, { type: 'media' }, { archives: [png] }),
        fixture.patch(seller, id, {}, { archives: [png, png] }),
      ]);
      const { type, archives } = await readService(id);
      const { rows } = await app.pool.query(
        'SELECT count(*)::int AS count FROM archives WHERE service_id = $1 AND removed_at IS NULL',
        [id],
      );
      expect(archives).toEqual(type === 'call' ? [] : [{ kind: 'PNG', count: rows[0].count }]);
      expect(rows[0].count > 0).toBe(type === 'media');
    }
  });

  it('into the category for adults and with a new picture never leave the picture open', async () => {
    await fixture.checkAge(seller);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await fixture.publish(seller);
      await Promise.all([
        fixture.patch(seller, id, {}, { image: png }),
        fixture.patch(seller, id, { category: 'nudez' }),
      ]);
      const { photoURL } = await readService(id);
      expect(await fixture.readPictureRow(photoURL)).toMatchObject({ adult: true });
    }
  });
});

/** The orders of a service, each with the number of its pack files, read from the database. */
const readSoldOrders = async (serviceId: string) => {
  const { rows } = await app.pool.query(
    `SELECT p.product_name AS title, p.price, p.type, p.photo_url AS "photoURL",
       (SELECT count(*)::int FROM order_archives o WHERE o.payment_id = p.id) AS files
     FROM payments p WHERE p.service_id = $1`,
    [serviceId],
  );
  return rows as { title: string; price: number; type: string; photoURL: string; files: number }[];
};

describe('an order during a change of the service', () => {
  it('gets one complete version', async () => {
    let boughtCount = 0;
    for (let round = 0; round < 6; round += 1) {
      const serviceBefore = await publishMedia({ title: 'Antes' });
      const [changed] = await Promise.all([
        fixture.patch(
          seller,
          serviceBefore.id,
          { title: 'Depois' },
          { image: await drawPhoto(), archives: [png, png, png] },
        ),
        ...Array.from({ length: 4 }, () => fixture.buy(buyer, serviceBefore.id)),
      ]);
      const serviceAfter = await fixture.serviceOf(changed);
      const versions = [
        { title: 'Antes', price: 0, type: 'media', photoURL: serviceBefore.photoURL, files: 1 },
        { title: 'Depois', price: 0, type: 'media', photoURL: serviceAfter.photoURL, files: 3 },
      ];
      for (const order of await readSoldOrders(serviceBefore.id)) {
        expect(versions).toContainEqual(order);
        expect((await app.fetch(order.photoURL)).status).toBe(200);
        boughtCount += 1;
      }
    }
    expect(boughtCount).toBe(24);
  });

  it('gets a call without files or a pack with all of them', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await publishMedia({}, 2);
      await Promise.all([
        fixture.patch(seller, id, { type: 'call' }),
        ...Array.from({ length: 4 }, () => fixture.buy(buyer, id)),
      ]);
      for (const { type, files } of await readSoldOrders(id))
        expect(files).toBe(type === 'media' ? 2 : 0);
    }
  });
});

describe('an order during the deletion of the service', () => {
  it('has its pack, or is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, photoURL } = await publishMedia({}, 2);
      const [removed, ...answers] = await Promise.all([
        fixture.remove(seller, id),
        ...Array.from({ length: 4 }, () => fixture.buy(buyer, id)),
      ]);
      expect(removed.status).toBe(204);
      const orderCount = answers.filter(({ status }) => status === 201).length;
      expect(answers.filter(({ status }) => ![201, 404].includes(status))).toEqual([]);
      const soldOrders = await readSoldOrders(id);
      expect(soldOrders.map(({ files }) => files)).toEqual(Array(orderCount).fill(2));
      // The picture stays available while an order shows it; without an order it is erased.
      if (orderCount > 0) expect((await app.fetch(photoURL)).status).toBe(200);
      else await expect.poll(() => fixture.readPictureRow(photoURL)).toBeUndefined();
    }
  });
});

describe('deleting', () => {
  it('happens once of concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => fixture.remove(seller, publishedService.id)),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([204, ...Array(7).fill(404)]);
  });

  it('during a change leaves no uploaded file behind', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await publishMedia();
      const [changed] = await Promise.all([
        fixture.patch(seller, id, { title: 'Novo' }, { image: png, archives: [png, png] }),
        fixture.remove(seller, id),
      ]);
      expect([200, 404]).toContain(changed.status);
      await expect(
        app.pool.query('SELECT 1 FROM archives WHERE owner_id = $1 AND removed_at IS NULL', [
          seller.uid,
        ]),
      ).resolves.toMatchObject({ rowCount: 0 });
      // Only the picture of the service published before this test is left.
      const storedPicturesSql = `SELECT 1 FROM pictures WHERE owner_id = $1 AND deleted_at IS NULL`;
      await expect
        .poll(async () => (await app.pool.query(storedPicturesSql, [seller.uid])).rowCount)
        .toBe(1);
    }
  });
});
