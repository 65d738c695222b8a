import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from '../../../../test/fixtures/data/drawn-pictures.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import { createServicesFixture } from '../../../../test/fixtures/modules/services-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ModerationActionsFixture;
let servicesFixture: ReturnType<typeof createServicesFixture>;
let admin: TestPerson;
let otherAdmin: TestPerson;
let seller: TestPerson;
let reader: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  [fixture, servicesFixture] = [createModerationActionsFixture(app), createServicesFixture(app)];
  [admin, otherAdmin] = [await fixture.buildAdmin(), await fixture.buildAdmin()];
  [seller, reader] = [await app.signIn('Vendedora'), await app.signIn('Leitora')];
});
afterAll(() => app.close());

/** Publishes a service whose picture the team bans; returns functions that read its state. */
async function publishWithBannedPicture(pictureNumber: number) {
  const image = await drawPicture(pictureNumber);
  const { id, photoURL } = await servicesFixture.publish(seller, {}, { image });
  expect(await fixture.applyAction(admin, 'ban_picture', ['service', id])).toBe(204);
  const statusOf = async (path: string) => (await app.fetch(path)).status;
  return {
    id,
    readStatuses: async () => [await statusOf(`/api/services/${id}`), await statusOf(photoURL)],
  };
}

const decideCase = (id: string, outcome: 'dismissed' | 'granted', actions: object[] = []) =>
  otherAdmin.api.moderationQueue.decideCase({
    params: { id },
    body: { outcome, reason: 'Vimos.', actions } as never,
  });

const reportMinorIn = (reportedServiceId: string) =>
  reader.api.moderation.sendEmail({
    body: {
      emailType: 'report',
      emailData: {
        title: 'Olhem isto',
        description: 'Por favor.',
        reportedUserId: seller.uid,
        reportedServiceId,
        minor: true,
      },
    } as never,
  });

async function appealAgainstHide(serviceId: string) {
  await fixture.applyAction(admin, 'hide', ['service', serviceId]);
  const { decisions } = await seller.api.moderation.listDecisions({ query: {} });
  const hide = decisions.find(({ action, liftedAt }) => action === 'hide' && liftedAt === null);
  const params = { id: hide?.id ?? '' };
  return seller.api.moderation.appeal({ params, body: { message: 'Foi engano.' } });
}

describe('a service that is shown again because of the outcome of a case', () => {
  it('keeps its picture banned when a report is dismissed', async () => {
    const service = await publishWithBannedPicture(21);
    const report = await reportMinorIn(service.id);
    expect(await service.readStatuses()).toEqual([404, 404]);
    await decideCase(report.id, 'dismissed');
    expect(await service.readStatuses()).toEqual([200, 404]);
  });

  it('keeps its picture banned when an appeal against a later hide is granted', async () => {
    const service = await publishWithBannedPicture(22);
    await decideCase((await appealAgainstHide(service.id)).id, 'granted');
    expect(await service.readStatuses()).toEqual([200, 404]);
  });

  it('gets its picture back when the administrator chooses to restore it', async () => {
    const service = await publishWithBannedPicture(23);
    const restore = { action: 'restore', on: 'subject' };
    await decideCase((await appealAgainstHide(service.id)).id, 'granted', [restore]);
    expect(await service.readStatuses()).toEqual([200, 200]);
  });
});
