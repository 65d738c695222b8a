import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';

const DAY_MS = 86_400_000;

let fixture: ModerationQueueFixture;
let adminUid: string;
beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
});
afterAll(() => fixture.close());

const setSentAgo = (id: string, ms: number) =>
  fixture.pool.query('UPDATE cases SET created_at = $2 WHERE id = $1', [
    id,
    new Date(fixture.clock.now().getTime() - ms),
  ]);
const readOwnCase = async (uid: string, id: string) =>
  (await fixture.as(uid).moderation.listOwnCases({ query: {} })).cases.find(
    (ownCase) => ownCase.id === id,
  );

it('a complaint is confirmed by mail with its number, and answered within five days', async () => {
  const ana = await fixture.buildPerson({ email: 'ana@pessoas.example' });
  const { id, code, answerBy } = await fixture.sendFeedback(ana);
  await fixture.sendMails();
  const mail = fixture.sent.find((sentMail) => sentMail.id === `receipt-${id}`);
  expect(mail).toMatchObject({
    to: 'ana@pessoas.example',
    subject: `Recebemos sua mensagem: protocolo ${code}`,
  });
  expect(mail?.text).toContain('A equipe responde em até 5 dias.');
  expect(mail?.text).not.toContain('Gostei muito.');
  const submittedCase = await readOwnCase(ana, id);
  expect(submittedCase).toMatchObject({ code, progress: 'received', answerBy });
  expect(Date.parse(answerBy) - Date.parse(submittedCase?.createdAt ?? '')).toBe(5 * DAY_MS);
});

it('its state is that of the team’s work', async () => {
  const ana = await fixture.buildPerson();
  const { id } = await fixture.sendFeedback(ana);
  await fixture.queueOf(adminUid).takeCase({ params: { id } });
  expect((await readOwnCase(ana, id))?.progress).toBe('in_review');
  await fixture.queueOf(adminUid).releaseCase({ params: { id } });
  expect((await readOwnCase(ana, id))?.progress).toBe('received');
  await fixture.decide(adminUid, id, 'noted');
  expect((await readOwnCase(ana, id))?.progress).toBe('answered');
});

it('heads the queue once five days have passed, before urgent reports', async () => {
  const [ana, joao] = [await fixture.buildPerson(), await fixture.buildPerson()];
  const lateCase = await fixture.sendFeedback(ana);
  const recentCase = await fixture.sendFeedback(ana);
  const urgentCase = await fixture.report(ana, joao, { minor: true });
  await setSentAgo(lateCase.id, 5 * DAY_MS);
  await setSentAgo(recentCase.id, 5 * DAY_MS - 60_000);
  const { items } = await fixture.queueOf(adminUid).listQueue({ query: {} });
  const ids = items.map(({ id }) => id);
  expect(ids.indexOf(lateCase.id)).toBe(0);
  expect(ids.indexOf(urgentCase.id)).toBeLessThan(ids.indexOf(recentCase.id));
  expect(items[0]).toMatchObject({ severity: 'urgent' });
  // The overdue case is shown as urgent, but its deadline still follows from its stored severity, which is low.
  expect(Date.parse(items[0]?.dueAt ?? '') - Date.parse(items[0]?.createdAt ?? '')).toBe(
    5 * DAY_MS,
  );
  const pagedIds: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await fixture
      .queueOf(adminUid)
      .listQueue({ query: { limit: '1', ...(cursor ? { cursor } : {}) } as never });
    pagedIds.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(pagedIds).toEqual(ids);
});
