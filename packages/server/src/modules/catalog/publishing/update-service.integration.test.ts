import { randomUUID } from 'node:crypto';
import type { Service } from '@guilda/contract/services/catalog';
import { parsePictureURL } from '@guilda/contract/services/pictures';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildPaidOrder } from '../../../../test/fixtures/data/builders.ts';
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
let stranger: TestPerson;
let publishedService: Service;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp(), drawPhoto()]);
  fixture = createServicesFixture(app);
  stranger = await app.signIn('Estranha');
});
afterAll(() => app.close());
beforeEach(async () => {
  seller = await app.signIn(`Vende-${randomUUID().slice(0, 8)}`);
  publishedService = await fixture.publish(seller);
});

const changeService = async (fields: ServiceFormFields, parts?: UploadedParts) =>
  fixture.serviceOf(await fixture.patch(seller, publishedService.id, fields, parts));
const readService = async (id: string, person: TestPerson = seller) =>
  (await person.api.catalog.getService({ params: { serviceId: id } })).service;

describe('changing an own service', () => {
  it.each([
    ['title', 'Aula de pontaria'],
    ['description', 'Duas horas.'],
    ['category', 'csgo'],
    ['status', 'paused'],
  ])('changes its %s alone', async (field, value) => {
    expect(await changeService({ [field]: value })).toEqual({
      ...publishedService,
      [field]: value,
    });
    expect(await readService(publishedService.id)).toEqual({ ...publishedService, [field]: value });
  });

  it('parses prices like the form, as JSON or multipart', async () => {
    expect((await changeService({ price: '12,5' })).price).toBe('12.50');
    expect((await changeService({ price: '0' }, {})).price).toBe('0.00');
  });

  it('answers an empty change with the current service', async () => {
    expect(await changeService({})).toEqual(publishedService);
    expect(await changeService({}, {})).toEqual(publishedService);
    const { rows } = await app.pool.query(
      'SELECT updated_at = created_at AS untouched FROM services WHERE id = $1',
      [publishedService.id],
    );
    expect(rows[0].untouched).toBe(true);
  });

  it('pauses and resumes: hidden from lists and visitors meanwhile', async () => {
    await changeService({ status: 'paused' });
    const listServices = () => app.visitor.catalog.listServices({ query: { seller: seller.uid } });
    expect((await listServices()).services).toEqual([]);
    expect((await app.fetch(`/api/services/${publishedService.id}`)).status).toBe(404);
    expect((await fixture.buy(stranger, publishedService.id)).status).toBe(409);
    await changeService({ status: 'active' });
    expect((await listServices()).services).toHaveLength(1);
  });

  it.each<[ServiceFormFields, string, string]>([
    [{ title: '' }, 'title', 'Nome do serviço obrigatório'],
    [{ title: 'a'.repeat(36) }, 'title', 'Use no máximo 35 caracteres.'],
    [{ description: ' ' }, 'description', 'Descrição obrigatória'],
    [{ price: 'x' }, 'price', 'Preço inválido.'],
    [{ price: '50000.01' }, 'price', 'O preço máximo é R$ 50.000,00.'],
    [{ type: 'aula' }, 'type', 'Tipo obrigatório'],
    [{ category: 'dota,osu' }, 'category', 'Selecione apenas uma categoria'],
    [{ status: 'deleted' }, 'status', 'Parâmetro inválido.'],
    [{ sellerId: 'x' }, 'sellerId', 'Dados inválidos.'],
    [{ rating: '5' }, 'rating', 'Dados inválidos.'],
    [{ archiveIds: Array(51).fill('x') as string[] }, 'archiveIds', 'Dados inválidos.'],
  ])('refuses %j', async (fields, path, message) => {
    for (const parts of [undefined, { image: png }]) {
      const rowsBefore = await fixture.countRows();
      const response = await fixture.patch(seller, publishedService.id, fields, parts);
      const body = (await response.json()) as { issues: { path: string; message: string }[] };
      expect(response.status).toBe(400);
      expect(body.issues[0]?.path).toBe(path);
      if (path !== 'archiveIds') expect(body.issues[0]?.message).toBe(message);
      expect(await fixture.countRows()).toEqual(rowsBefore);
    }
    expect(await readService(publishedService.id)).toEqual(publishedService);
  });
});

describe('a price as a JSON number', () => {
  const patchJson = (body: string) =>
    seller.fetch(`/api/services/${publishedService.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body,
    });

  it.each([
    ['49.9', '49.90'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['5e4', '50000.00'],
  ])('%s means %s', async (price, storedPrice) => {
    const response = await patchJson(`{"price":${price}}`);
    expect(await response.json()).toMatchObject({ service: { price: storedPrice } });
  });

  it.each([
    ['-1', 'Preço inválido.'],
    ['49.999', 'Preço inválido.'],
    ['1e21', 'Preço inválido.'],
    ['1e999', 'Preço inválido.'],
    ['50000.01', 'O preço máximo é R$ 50.000,00.'],
    ['null', 'Preço obrigatória'],
    ['[49.9]', 'Preço obrigatória'],
  ])('%s is refused: %s', async (price, message) => {
    const response = await patchJson(`{"price":${price}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: message,
      issues: [{ path: 'price', message }],
    });
  });
});

describe('ownership', () => {
  it('refuses everyone else, administrators included', async () => {
    for (const otherPerson of [stranger, await app.signInAdmin()]) {
      await expectRefusal(
        await fixture.patch(otherPerson, publishedService.id, { title: 'Minha' }),
        403,
        'forbidden',
      );
      await expectRefusal(
        await fixture.patch(otherPerson, publishedService.id, {}, { image: png }),
        403,
        'forbidden',
      );
    }
    expect(
      (await fixture.patch({ ...seller, fetch: app.fetch }, publishedService.id, {})).status,
    ).toBe(401);
    expect(await readService(publishedService.id)).toEqual(publishedService);
  });

  it.each([
    ['paused', "UPDATE services SET status = 'paused' WHERE id = $1"],
    ['hidden', 'UPDATE services SET hidden_at = now() WHERE id = $1'],
    ['deleted', 'UPDATE services SET deleted_at = now() WHERE id = $1'],
    [
      'of a private profile',
      "UPDATE users SET privacy = 'private' FROM services WHERE uid = seller_id AND id = $1",
    ],
  ])('says nothing of one that is %s', async (_, sql) => {
    await app.pool.query(sql, [publishedService.id]);
    const response = await fixture.patch(stranger, publishedService.id, { title: 'Minha' });
    await expectRefusal(response, 404, 'service_not_found');
  });

  it('answers not found for unknown ids', async () => {
    for (const id of [randomUUID(), 'x']) {
      await expectRefusal(
        await fixture.patch(seller, id, { title: 'Nova' }),
        404,
        'service_not_found',
      );
    }
  });

  it('is not found once moderation hid it', async () => {
    await app.pool.query('UPDATE services SET hidden_at = now() WHERE id = $1', [
      publishedService.id,
    ]);
    await expectRefusal(
      await fixture.patch(seller, publishedService.id, { title: 'Nova' }),
      404,
      'service_not_found',
    );
  });
});

describe('a new picture', () => {
  it('replaces the old one, which is erased', async () => {
    const changedService = await changeService({}, { image: await drawPhoto() });
    expect(changedService.photoURL).not.toBe(publishedService.photoURL);
    expect((await app.fetch(changedService.photoURL)).status).toBe(200);
    await expect.poll(() => fixture.readPictureRow(publishedService.photoURL)).toBeUndefined();
    expect((await app.fetch(publishedService.photoURL)).status).toBe(404);
    const id = parsePictureURL(publishedService.photoURL)?.id ?? '';
    expect((await fixture.listStoredFiles()).filter((key) => key.includes(id))).toEqual([]);
  });

  it('keeps the old one for an order that shows it', async () => {
    const purchaseAnswer = (await (await fixture.buy(stranger, publishedService.id)).json()) as {
      payment: { id: string };
    };
    const changedService = await changeService({ title: 'Outra' }, { image: await drawPhoto() });
    const { id } = await fixture.publish(seller);
    await fixture.patch(seller, id, {}, { image: await drawPhoto() });
    expect((await app.fetch(changedService.photoURL)).status).toBe(200);
    expect((await app.fetch(publishedService.photoURL)).status).toBe(200);
    expect(await fixture.readPictureRow(publishedService.photoURL)).toMatchObject({
      deleted_at: null,
    });
    const { payment } = await stranger.api.orders.getPayment({
      params: { id: purchaseAnswer.payment.id },
    });
    expect(payment).toMatchObject({
      productName: publishedService.title,
      photoURL: publishedService.photoURL,
    });
  });

  it.each<[string, UploadedParts, number]>([
    ['that is none', { image: Buffer.from('<svg/>') }, 415],
    ['that is too large', { image: Buffer.alloc(10 * 1024 * 1024 + 1) }, 413],
  ])('%s changes nothing', async (_, parts, status) => {
    const rowsBefore = await fixture.countRows();
    expect(
      (await fixture.patch(seller, publishedService.id, { title: 'Nova' }, parts)).status,
    ).toBe(status);
    expect(await fixture.countRows()).toEqual(rowsBefore);
    expect(await readService(publishedService.id)).toEqual(publishedService);
  });

  it('is deleted when the change fails', async () => {
    const [before, files] = [await fixture.countRows(), await fixture.listStoredFiles()];
    await app.pool.query('ALTER TABLE services ADD CONSTRAINT nothing CHECK (price <> 7777)');
    const response = await fixture.patch(
      seller,
      publishedService.id,
      { price: '77.77' },
      { image: png },
    );
    await app.pool.query('ALTER TABLE services DROP CONSTRAINT nothing');
    expect(response.status).toBe(500);
    expect(await fixture.countRows()).toEqual(before);
    expect(await fixture.listStoredFiles()).toEqual(files);
  });
});

it('does not change for its buyers', async () => {
  const parties = { service: publishedService.id, buyer: stranger.uid, seller: seller.uid };
  const orderId = await buildPaidOrder(app.pool, parties, { photo_url: publishedService.photoURL });
  const orderBefore = await stranger.api.orders.getPayment({ params: { id: orderId } });
  await changeService({ title: 'Outra', price: '1.00' }, { image: await drawPhoto() });
  expect(await stranger.api.orders.getPayment({ params: { id: orderId } })).toEqual(orderBefore);
  expect((await app.fetch(publishedService.photoURL)).status).toBe(200);
});
