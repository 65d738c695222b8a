import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildJpegWithLocation,
  buildMp4WithLocation,
  buildPngWithLocation,
} from '../../../test/fixtures/data/media-files.ts';
import {
  createPacksFixture,
  type PacksFixture,
} from '../../../test/fixtures/modules/packs-fixture.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: PacksFixture;
let seller: TestPerson;
let buyer: TestPerson;
let stranger: TestPerson;
let serviceId: string;
let orderId: string;
let fileIds: string[];

beforeAll(async () => {
  app = await startTestApp();
  fixture = createPacksFixture(app);
  seller = await fixture.signInNewPerson('Vende');
  fileIds = [
    (await fixture.send(seller, await buildJpegWithLocation(6), 'praia.jpg')).id,
    (await fixture.send(seller, buildMp4WithLocation(), 'filme.mp4')).id,
    (await fixture.send(seller, await buildPngWithLocation(), 'mapa.png')).id,
  ];
});
afterAll(() => app.close());
beforeEach(async () => {
  // Each test has its own accounts and its own uploaded files.
  seller = await fixture.signInNewPerson('Vende');
  buyer = await fixture.signInNewPerson('Compra');
  stranger = await fixture.signInNewPerson('Passa');
  const sentFiles = await Promise.all(
    [await buildJpegWithLocation(6), buildMp4WithLocation(), await buildPngWithLocation()].map(
      (file, n) => fixture.send(seller, file, ['praia.jpg', 'filme.mp4', 'mapa.png'][n]),
    ),
  );
  fileIds = sentFiles.map(({ id }) => id);
  serviceId = await fixture.buildServiceWith(seller, fileIds);
  orderId = await fixture.buy(buyer, seller, serviceId, {
    product_name: 'Pacote de viagem',
    price: 1234,
  });
});

const updateRow = (table: string, idColumn: string, id: string, assignments: string) =>
  app.pool.query(`UPDATE ${table} SET ${assignments} WHERE ${idColumn} = $1`, [id]);

const openBoughtPack = (person: TestPerson, paymentId = orderId, packServiceId = serviceId) =>
  fixture.getBoughtPack(person, paymentId, packServiceId).then(
    (pack) => pack.files.length,
    (error) => error.body?.code ?? error.code,
  );
const openOwnPack = (person: TestPerson) =>
  fixture.getOwnPack(person, serviceId).then(
    (pack) => pack.files.length,
    (error) => error.body?.code ?? error.code,
  );

describe('a pack', () => {
  it('opens to its owner with every file in order', async () => {
    const pack = await fixture.getOwnPack(seller, serviceId);
    expect(pack.service).toMatchObject({ id: serviceId, seller: { uid: seller.uid } });
    expect(pack.service.archives).toEqual([
      { kind: 'JPG', count: 1 },
      { kind: 'PNG', count: 1 },
      { kind: 'MP4', count: 1 },
    ]);
    expect(pack.files).toMatchObject([
      { id: fileIds[0], name: 'praia.jpg', type: 'image/jpeg', width: 48, height: 64 },
      { id: fileIds[1], name: 'filme.mp4', type: 'video/mp4', width: null, previewUrl: null },
      { id: fileIds[2], name: 'mapa.png', type: 'image/png', width: 64, height: 48 },
    ]);
    const msUntilExpiry = Date.parse(pack.expiresAt) - Date.now();
    expect(msUntilExpiry).toBeGreaterThan(290_000);
    expect(msUntilExpiry).toBeLessThanOrEqual(300_000);
  });

  it('opens to its buyer as it was bought', async () => {
    const { service, files } = await fixture.getBoughtPack(buyer, orderId, serviceId);
    expect(service).toMatchObject({ title: 'Pacote de viagem', price: '12.34', id: serviceId });
    expect(files.map(({ id }) => id)).toEqual(fileIds);
  });

  it('stays as it was bought when the service is edited, paused, deleted or its seller gone', async () => {
    const otherFile = await fixture.send(seller, await buildPngWithLocation());
    await fixture.assign(seller, serviceId, [otherFile.id]);
    await updateRow('services', 'id', serviceId, "title = 'Outro', price = 1, status = 'paused'");
    expect((await fixture.getOwnPack(seller, serviceId)).files.map(({ id }) => id)).toEqual([
      otherFile.id,
    ]);
    await updateRow('services', 'id', serviceId, 'deleted_at = now()');
    await updateRow('payments', 'id', orderId, "service_status = 'complete'");
    await seller.api.users.deleteMe();
    await app.program.jobs.runUntilIdle().catch(() => undefined);
    const { service, files } = await fixture.getBoughtPack(buyer, orderId, serviceId);
    expect(service).toMatchObject({ title: 'Pacote de viagem', price: '12.34' });
    expect(files.map(({ id }) => id)).toEqual(fileIds);
    const answer = await app.fetch(files[0]?.url ?? '');
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });

  it('does not exist for others', async () => {
    for (const person of [buyer, stranger])
      expect(await openOwnPack(person)).toBe('pack_not_found');
    for (const person of [seller, stranger])
      expect(await openBoughtPack(person)).toBe('pack_not_found');
    expect(await openBoughtPack(buyer, orderId, orderId)).toBe('pack_not_found');
    const otherServiceId = await fixture.buildServiceWith(seller, []);
    expect(await openBoughtPack(buyer, orderId, otherServiceId)).toBe('pack_not_found');
    const visitorError = await errorOfCall(
      app.visitor.packs.getBoughtPack({ params: { paymentId: orderId, serviceId } }),
    );
    expect(visitorError.code).toBe('token_missing');
  });

  it.each([
    ['awaiting_payment', 'pack_not_found'],
    ['awaiting_start', 3],
    ['in_progress', 3],
    ['complete', 3],
    ['cancelled', 'pack_not_found'],
    ['refunded', 'pack_not_found'],
  ])('of an order that is %s: %s', async (status, expected) => {
    await updateRow('payments', 'id', orderId, `service_status = '${status}'`);
    expect(await openBoughtPack(buyer)).toBe(expected);
  });

  it('is closed to everyone while moderation hides its service, which only seller and buyer learn', async () => {
    await updateRow('services', 'id', serviceId, 'hidden_at = now()');
    expect(await openBoughtPack(buyer)).toBe('pack_hidden');
    expect(await openOwnPack(seller)).toBe('pack_hidden');
    expect(await openBoughtPack(stranger)).toBe('pack_not_found');
    expect(await openOwnPack(stranger)).toBe('pack_not_found');
    expect(await openBoughtPack(buyer, orderId, orderId)).toBe('pack_not_found');
    await updateRow('payments', 'id', orderId, "service_status = 'refunded'");
    expect(await openBoughtPack(buyer)).toBe('pack_not_found');
  });

  it('for adults opens with a valid age check', async () => {
    await updateRow('services', 'id', serviceId, "adult = true, category = 'nudez'");
    expect(await openBoughtPack(buyer)).toBe('adults_only');
    expect(await openOwnPack(seller)).toBe('adults_only');
    const ageCheckAssignment = "age_verified_until = now() + interval '1 day'";
    await updateRow('users', 'uid', buyer.uid, ageCheckAssignment);
    await updateRow('users', 'uid', seller.uid, ageCheckAssignment);
    expect(await openBoughtPack(buyer)).toBe(3);
    expect(await openOwnPack(seller)).toBe(3);
    await updateRow('users', 'uid', buyer.uid, "age_verified_until = now() - interval '1 second'");
    expect(await openBoughtPack(buyer)).toBe('adults_only');
  });

  it('stays for adults when its service leaves the category', async () => {
    await updateRow('payments', 'id', orderId, 'adult = true');
    expect(await openBoughtPack(buyer)).toBe('adults_only');
  });
});

describe('the addresses of a bought pack', () => {
  const statusOf = async (url: string | null) => {
    const response = await app.fetch(url ?? '/files/packs/none');
    await response.arrayBuffer();
    return response.status;
  };
  const readWholePack = async () => {
    const pack = await fixture.getBoughtPack(buyer, orderId, serviceId);
    const [first] = pack.files;
    return [first?.url, first?.downloadUrl, first?.previewUrl, pack.zipUrl].map((url) => url ?? '');
  };
  const statusesOf = (urls: readonly string[]) => Promise.all(urls.map(statusOf));

  it('work without a token', async () => {
    expect(await statusesOf(await readWholePack())).toEqual([200, 200, 200, 200]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a refund', () => updateRow('payments', 'id', orderId, "service_status = 'refunded'")],
    ['moderation', () => updateRow('services', 'id', serviceId, 'hidden_at = now()')],
    ['the service being for adults', () => updateRow('services', 'id', serviceId, 'adult = true')],
    ['a suspension', () => updateRow('users', 'uid', buyer.uid, 'suspended_at = now()')],
    ['the end of the account', () => updateRow('users', 'uid', buyer.uid, 'deleted_at = now()')],
    [
      'a file leaving the order',
      () => app.pool.query('DELETE FROM order_archives WHERE payment_id = $1', [orderId]),
    ],
  ])('end at once by %s', async (_, endAccess) => {
    const urls = await readWholePack();
    await endAccess();
    expect(await statusesOf(urls)).toEqual([404, 404, 404, 404]);
  });

  it('are invalid when altered', async () => {
    for (const url of await readWholePack()) {
      const middleIndex = Math.floor(url.length / 2);
      const otherLetter = url[middleIndex] === 'A' ? 'B' : 'A';
      expect(
        await statusOf(url.slice(0, middleIndex) + otherLetter + url.slice(middleIndex + 1)),
      ).toBe(404);
      expect(await statusOf(`${url}0`)).toBe(404);
    }
  });

  it('of the owner stop working when a file leaves the pack or the service is deleted', async () => {
    const { files, zipUrl } = await fixture.getOwnPack(seller, serviceId);
    await fixture.assign(seller, serviceId, fileIds.slice(1));
    expect(await statusesOf(files.map(({ url }) => url))).toEqual([404, 200, 200]);
    await updateRow('services', 'id', serviceId, 'deleted_at = now()');
    expect(await statusesOf([...files.map(({ url }) => url), zipUrl])).toEqual([
      404, 404, 404, 404,
    ]);
  });
});
