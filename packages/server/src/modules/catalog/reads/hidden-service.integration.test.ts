import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModerationActionsFixture } from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import { createServicesFixture } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ReturnType<typeof createServicesFixture>;
let seller: TestPerson;
let stranger: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  fixture = createServicesFixture(app);
  [seller, stranger] = [await app.signIn('Vende'), await app.signIn('Estranha')];
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const publishHidden = async () => {
  const service = await fixture.publish(seller);
  const moderation = createModerationActionsFixture(app);
  const subject = ['service', service.id] as const;
  expect(await moderation.applyAction(admin, 'hide', subject, { reason: 'Golpe' })).toBe(204);
  return service;
};
const readStatus = async (person: Pick<TestPerson, 'fetch'>, id: string) =>
  (await person.fetch(`/api/services/${id}`)).status;

describe('a service that the team has hidden', () => {
  it('is readable for its seller only, with the reason', async () => {
    const { id, title } = await publishHidden();
    const params = { serviceId: id };
    const { service } = await seller.api.catalog.getService({ params });
    expect(service).toMatchObject({ id, title, hidden: { reason: 'Golpe' } });
    for (const reader of [app, stranger, admin]) expect(await readStatus(reader, id)).toBe(404);
  });

  it('says nothing about hiding while it is not hidden', async () => {
    const { id } = await fixture.publish(seller);
    const { service } = await seller.api.catalog.getService({ params: { serviceId: id } });
    expect(service).not.toHaveProperty('hidden');
  });

  it('can be deleted by its seller only, and cannot be changed', async () => {
    const { id } = await publishHidden();
    expect((await fixture.patch(seller, id, { title: 'De volta' })).status).toBe(404);
    expect((await fixture.remove(stranger, id)).status).toBe(404);
    expect((await fixture.remove(seller, id)).status).toBe(204);
    expect(await readStatus(seller, id)).toBe(404);
    expect((await fixture.remove(seller, id)).status).toBe(404);
  });

  it('is shown to its buyers again when it is restored after its seller deleted it', async () => {
    const { id } = await publishHidden();
    await fixture.remove(seller, id);
    const moderation = createModerationActionsFixture(app);
    const applyToService = (action: 'hide' | 'restore') =>
      moderation.applyAction(admin, action, ['service', id], { reason: 'Engano' });
    expect(await applyToService('hide')).toBe('not_found');
    expect(await applyToService('restore')).toBe(204);
    const { rows } = await app.pool.query('SELECT hidden_at FROM services WHERE id = $1', [id]);
    expect(rows).toEqual([{ hidden_at: null }]);
  });
});
