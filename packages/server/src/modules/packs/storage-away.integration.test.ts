import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPngWithLocation } from '../../../test/fixtures/data/media-files.ts';
import {
  createPacksFixture,
  type PacksFixture,
} from '../../../test/fixtures/modules/packs-fixture.ts';
import { startTestApp, type TestApp } from '../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: PacksFixture;
beforeAll(async () => {
  app = await startTestApp();
  fixture = createPacksFixture(app);
});
afterAll(() => app.close());

it('a buyer who receives nothing because the storage is away can still have the money back', async () => {
  const [seller, buyer] = [await app.signIn('Vende'), await app.signIn('Compra')];
  const file = await fixture.send(seller, await buildPngWithLocation());
  const serviceId = await fixture.buildServiceWith(seller, [file.id]);
  const id = await fixture.buy(buyer, seller, serviceId);
  const pack = await fixture.getBoughtPack(buyer, id, serviceId);
  const objects = join(app.dataDir, 'files', 'objects');
  await rename(objects, `${objects}-away`);
  for (const url of [pack.zipUrl, pack.files[0]?.url, pack.files[0]?.downloadUrl])
    expect((await app.fetch(url ?? '')).status).toBe(503);
  const { payment } = await buyer.api.orders.getPayment({ params: { id } });
  expect(payment).toMatchObject({ packOpened: false });
  await rename(`${objects}-away`, objects);
  await buyer.api.orders.refundPayment({ params: { id } });
});
