import { randomUUID } from 'node:crypto';
import type { Service } from '@guilda/contract/services/catalog';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPackFile } from '../../../../test/fixtures/data/builders.ts';
import {
  createServicesFixture,
  drawPhoto,
  expectRefusal,
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
let publishedService: Service;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), drawPhoto()]);
  fixture = createServicesFixture(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
  publishedService = await fixture.publish(seller);
});

const changeService = async (
  fields: ServiceFormFields,
  parts?: UploadedParts,
  id = publishedService.id,
) => fixture.serviceOf(await fixture.patch(seller, id, fields, parts));
const publishMedia = () => fixture.publish(seller, { type: 'media' }, { archives: [png] });
const readService = async (id: string) =>
  (await seller.api.catalog.getService({ params: { serviceId: id } })).service;

describe('the pack of a changed service', () => {
  const listPackFileIds = async (id: string) => {
    const { rows } = await app.pool.query(
      'SELECT id FROM archives WHERE service_id = $1 AND removed_at IS NULL ORDER BY position',
      [id],
    );
    return rows.map((row) => row.id as string);
  };

  it('becomes what is sent, in order', async () => {
    const { id } = await publishMedia();
    const [oldFileId] = await listPackFileIds(id);
    const addedFileId = await buildPackFile(app.pool, seller.uid);
    const changedService = await changeService(
      { archiveIds: [addedFileId, oldFileId ?? ''] },
      { archives: [png] },
      id,
    );
    expect(changedService.archives).toEqual([{ kind: 'PNG', count: 3 }]);
    expect((await listPackFileIds(id)).slice(0, 2)).toEqual([addedFileId, oldFileId]);
    expect(
      (await changeService({ archiveIds: addedFileId }, undefined, id)).archives[0]?.count,
    ).toBe(1);
    expect(await listPackFileIds(id)).toEqual([addedFileId]);
  });

  it('is unchanged when the request does not mention it', async () => {
    const pack = await publishMedia();
    expect(await changeService({ title: 'Outro' }, undefined, pack.id)).toEqual({
      ...pack,
      title: 'Outro',
    });
    expect(await listPackFileIds(pack.id)).toHaveLength(1);
  });

  it('may not be emptied', async () => {
    const { id } = await publishMedia();
    await expectRefusal(await fixture.patch(seller, id, { archiveIds: '' }), 400, 'invalid_input');
    await expectRefusal(await fixture.patch(seller, id, { archiveIds: [] }), 400, 'invalid_input');
    expect(await listPackFileIds(id)).toHaveLength(1);
  });

  it('is required when a call becomes media, and removed the other way', async () => {
    const refusal = await fixture.patch(seller, publishedService.id, { type: 'media' });
    expect(await refusal.json()).toMatchObject({
      error: 'Pelo menos um arquivo é obrigatório para serviços de mídia',
      issues: [{ path: 'archives' }],
    });
    const pack = await changeService({ type: 'media' }, { archives: [png, png] });
    expect(pack).toMatchObject({ type: 'media', archives: [{ kind: 'PNG', count: 2 }] });
    expect(await changeService({ type: 'call' })).toMatchObject({ type: 'call', archives: [] });
    expect(await listPackFileIds(publishedService.id)).toEqual([]);
  });

  it.each<[string, () => Promise<[ServiceFormFields, UploadedParts]>, number]>([
    ['an unknown id', async () => [{ archiveIds: randomUUID() }, { archives: [png] }], 404],
    [
      "another pack's file",
      async () => [{ archiveIds: (await listPackFileIds((await publishMedia()).id))[0] }, {}],
      404,
    ],
    ['a page', async () => [{}, { archives: [png, '<!doctype html>'] }], 415],
    [
      'a file and a bad picture',
      async () => [{}, { archives: [png], image: Buffer.from('x') }],
      415,
    ],
  ])('stays as it was when %s is sent', async (_, buildRequest, status) => {
    const pack = await publishMedia();
    const [fields, parts] = await buildRequest();
    const rowsBefore = await fixture.countRows();
    const response = await fixture.patch(seller, pack.id, { title: 'Novo', ...fields }, parts);
    expect(response.status).toBe(status);
    expect(await fixture.countRows()).toEqual(rowsBefore);
    expect(await readService(pack.id)).toEqual(pack);
    expect(await listPackFileIds(pack.id)).toHaveLength(1);
  });
});
