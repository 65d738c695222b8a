import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailSite } from '../../../../test/fixtures/data/mail-site.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { createEnqueue } from '../../../platform/jobs/index.ts';
import { readCaseDetails } from '../cases/case-store.ts';
import { notifyDecision } from '../decisions/notify-decision.ts';
import { outcomeMail } from './outcome-mail.ts';

let fixture: ModerationQueueFixture;
let anaUid: string;
beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  anaUid = await fixture.buildPerson({ email: 'ana@pessoas.example' });
});
afterAll(() => fixture.close());

it('is mailed while it is in force, and not once it was lifted', async () => {
  const [stands, lifted] = [
    await fixture.buildDecision(anaUid),
    await fixture.buildDecision(anaUid),
  ];
  const { database, ids } = fixture;
  for (const id of [stands, lifted])
    await database.transaction((tx) => notifyDecision({ ids, enqueue: createEnqueue() })(tx, id));
  await fixture.pool.query('UPDATE decisions SET lifted_at = now() WHERE id = $1', [lifted]);
  await fixture.sendMails();
  expect(fixture.sent.map(({ id }) => id)).toEqual([`decision-${stands}`]);
});

it.each([
  ['Você tinha razão.', true],
  ['', false],
  [null, false],
])('of an appeal against it the answer %j is quoted: %s', async (answer, isQuoted) => {
  const { id } = await fixture.appeal(anaUid, await fixture.buildDecision(anaUid));
  const caseDetails = await readCaseDetails(fixture.database.db, id);
  if (!caseDetails) throw new Error('no case');
  const row = { ...caseDetails.case, outcome: 'granted' as const, answer };
  const mail = await outcomeMail({ ...caseDetails, case: row }, mailSite);
  expect(mail?.text.includes('\n> Você tinha razão.')).toBe(isQuoted);
  expect(mail?.text.includes('\n>')).toBe(isQuoted);
  expect(mail?.html?.includes('<blockquote')).toBe(isQuoted);
});
