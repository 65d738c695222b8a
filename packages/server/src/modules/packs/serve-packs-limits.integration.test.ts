import { rateLimits } from '@guilda/contract/limits';
import type { Pack } from '@guilda/contract/services/packs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPngWithLocation } from '../../../test/fixtures/data/media-files.ts';
import {
  createPacksFixture,
  type PacksFixture,
} from '../../../test/fixtures/modules/packs-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';
import { exhaustLimit, expectRefused } from '../../../test/integration/rate-limited-requests.ts';

/** Fraction of each limit that this test has; its sign-ins fit into that of sign-ins. */
const RATE_LIMIT_FACTOR = 0.3;
const POINTS = rateLimits.general.points * RATE_LIMIT_FACTOR;

let app: TestApp;
let fixture: PacksFixture;
let seller: TestPerson;
let serviceId: string;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_FACTOR: String(RATE_LIMIT_FACTOR) } });
  fixture = createPacksFixture(app);
  seller = await fixture.signInNewPerson('Vende');
  const file = await fixture.send(seller, await buildPngWithLocation());
  serviceId = await fixture.buildServiceWith(seller, [file.id]);
});
afterAll(() => app.close());

async function buyPack(): Promise<{ buyer: TestPerson; orderId: string; pack: Pack }> {
  const buyer = await fixture.signInNewPerson('Compra');
  const orderId = await fixture.buy(buyer, seller, serviceId);
  return { buyer, orderId, pack: await fixture.getBoughtPack(buyer, orderId, serviceId) };
}

const fetchFirstByte = (pack: Pack) =>
  app.fetch(pack.files[0]?.url ?? '', { headers: { range: 'bytes=0-0' } });

it('requests of pack addresses count towards the general limit of their person', async () => {
  const { buyer, pack } = await buyPack();
  const send = () => fetchFirstByte(pack);
  const { statuses, next } = await exhaustLimit(send, () => ({ path: '' }), POINTS - 1);
  expect(statuses).toEqual(Array(POINTS - 1).fill(206));
  await expectRefused(next, 'general');
  expect((await buyer.fetch('/api/users/me')).status).toBe(429);
  for (const url of [pack.files[0]?.previewUrl, pack.files[0]?.downloadUrl, pack.zipUrl])
    expect((await app.fetch(url ?? '')).status).toBe(429);
  expect((await fetchFirstByte((await buyPack()).pack)).status).toBe(206);
});

it('concurrent downloads of one file are all counted', async () => {
  const { orderId, pack } = await buyPack();
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetchFirstByte(pack)));
  for (const { status } of answers) expect(status).toBe(206);
  const { downloads } = await seller.api.packs.listDownloads({ params: { id: orderId } });
  expect(downloads).toMatchObject([{ kind: 'view', count: 40 }]);
});
