import { request as httpRequest } from 'node:http';
import type { Pack } from '@guilda/contract/services/packs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildMp4WithLocation,
  buildPngWithLocation,
} from '../../../test/fixtures/data/media-files.ts';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import {
  createPacksFixture,
  type PacksFixture,
} from '../../../test/fixtures/modules/packs-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../test/fixtures/server/test-app.ts';

/** Interval in ms at which counts are stored. */
const STORE_INTERVAL_MS = 5_000;

let app: TestApp;
let fixture: PacksFixture;
let seller: TestPerson;
let buyer: TestPerson;
let serviceId: string;
let orderId: string;
let pack: Pack;
const timers = fakeTimers();

beforeAll(async () => {
  app = await startTestApp({ timers });
  fixture = createPacksFixture(app);
  seller = await fixture.signInNewPerson('Vende');
  buyer = await fixture.signInNewPerson('Compra');
  const video = buildMp4WithLocation({ sample: Buffer.alloc(8 * 1024 * 1024, 'vídeo') });
  const ids = [
    (await fixture.send(seller, video, 'filme.mp4')).id,
    (await fixture.send(seller, await buildPngWithLocation(), 'foto.png')).id,
  ];
  serviceId = await fixture.buildServiceWith(seller, ids);
});
afterAll(() => app.close());
beforeEach(async () => {
  orderId = await fixture.buy(buyer, seller, serviceId);
  pack = await fixture.getBoughtPack(buyer, orderId, serviceId);
});

const urlOf = (n: number) => pack.files[n]?.url ?? '';
const sizeOf = (n: number) => pack.files[n]?.size ?? 0;
async function readFileBytes(url: string, rangeHeader?: string) {
  const response = await app.fetch(url, rangeHeader ? { headers: { range: rangeHeader } } : {});
  return (await response.arrayBuffer()).byteLength;
}
const readStoredRows = async () => {
  const { rows } = await app.pool.query(
    `SELECT a.name, d.kind, d.requests, d.redirects, d.bytes::float8 AS bytes,
       d.day = (now() AT TIME ZONE 'America/Sao_Paulo')::date AS today
     FROM pack_download_days d LEFT JOIN archives a ON a.id = d.archive_id
     WHERE d.payment_id = $1 ORDER BY d.kind, a.name`,
    [orderId],
  );
  return rows;
};

/**
 * Lets the interval pass and reads the stored counts. Tests poll this function, because the server may finish a
 * response after its reader has read it.
 */
const storeAndReadRows = () => {
  timers.advance(STORE_INTERVAL_MS);
  return readStoredRows();
};

describe('what a buyer is sent', () => {
  it('is one row for each file, use and day, however many parts it is read in', async () => {
    for (let rangeStart = 0; rangeStart < 200_000; rangeStart += 1_000)
      await readFileBytes(urlOf(0), `bytes=${rangeStart}-${rangeStart + 999}`);
    expect(await readStoredRows()).toEqual([]);
    const row = { name: 'filme.mp4', kind: 'view', redirects: 0, today: true };
    await expect.poll(storeAndReadRows).toEqual([{ ...row, requests: 200, bytes: 200_000 }]);
    await readFileBytes(urlOf(0), 'bytes=-500');
    await expect.poll(storeAndReadRows).toEqual([{ ...row, requests: 201, bytes: 200_500 }]);
  });

  it('is counted for whole files, downloads, previews and the zip', async () => {
    await readFileBytes(urlOf(1));
    await readFileBytes(pack.files[1]?.downloadUrl ?? '');
    const previewBytes = await readFileBytes(pack.files[1]?.previewUrl ?? '');
    const zipBytes = await readFileBytes(pack.zipUrl);
    const oneRequest = { requests: 1, redirects: 0, today: true };
    await expect.poll(storeAndReadRows).toEqual([
      { name: 'foto.png', kind: 'file', bytes: sizeOf(1), ...oneRequest },
      { name: 'foto.png', kind: 'preview', bytes: previewBytes, ...oneRequest },
      { name: 'foto.png', kind: 'view', bytes: sizeOf(1), ...oneRequest },
      { name: null, kind: 'zip', bytes: zipBytes, ...oneRequest },
    ]);
  });

  it('is less than the file when the buyer breaks off', async () => {
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(app.url + urlOf(0), (response) => {
        response.once('data', () => response.destroy());
        response.once('close', resolve);
        response.on('error', () => undefined);
      });
      request.on('error', reject);
      request.end();
    });
    await expect.poll(storeAndReadRows).toMatchObject([{ requests: 1 }]);
    const [row] = await readStoredRows();
    expect(row.bytes).toBeGreaterThan(0);
    expect(row.bytes).toBeLessThan(sizeOf(0));
  });

  it('is nothing for sizes asked, ranges beyond the end, and the owner', async () => {
    await app.fetch(urlOf(0), { method: 'HEAD' });
    await readFileBytes(urlOf(0), 'bytes=999999999-');
    const ownPack = await fixture.getOwnPack(seller, serviceId);
    await readFileBytes(ownPack.files[1]?.url ?? '');
    await readFileBytes(ownPack.zipUrl);
    // One statement stores the counts of all requests. The only stored row is that of the request below, so the
    // requests above were not counted.
    await readFileBytes(urlOf(1));
    await expect.poll(storeAndReadRows).toMatchObject([{ name: 'foto.png', requests: 1 }]);
  });
});
