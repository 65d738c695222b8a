import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';

let fixture: ModerationQueueFixture;
beforeAll(async () => {
  fixture = await createModerationQueueFixture();
});
afterAll(() => fixture.close());

it('hides from an administrator what was done because of a report about them', async () => {
  const [ana, reportedAdmin] = [await fixture.buildPerson(), await fixture.buildAdmin()];
  const adminUid = await fixture.buildAdmin();
  const serviceId = await buildService(fixture.pool, reportedAdmin);
  const { id } = await fixture.report(ana, reportedAdmin, { reportedServiceId: serviceId });
  await fixture.decide(adminUid, id, 'upheld', {
    actions: [
      { action: 'warn', on: 'person' },
      { action: 'hide', on: 'subject' },
    ],
  });
  const listSubjects = async (reader: string, subject: string) =>
    (await fixture.queueOf(reader).listActions({ query: { subject } })).actions.map(
      (entry) => entry.subject.id,
    );
  for (const subject of [id, serviceId, reportedAdmin]) {
    expect(await listSubjects(adminUid, subject)).toEqual([subject]);
    expect(await listSubjects(reportedAdmin, subject)).toEqual([]);
  }
  const decision = await fixture.buildDecision(reportedAdmin);
  const appeal = await fixture.appeal(reportedAdmin, decision);
  const readHistory = async (reader: string) =>
    (await fixture.caseOf(reader, appeal.id)).history.map(({ action }) => action);
  expect(await readHistory(adminUid)).toContain('warn');
  expect(await readHistory(reportedAdmin)).not.toContain('warn');
});
