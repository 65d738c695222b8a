import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailSite } from '../../../../test/fixtures/data/mail-site.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';
import { readLiftedMail } from './decision-mail-store.ts';
import { liftedMail } from './lifted-mail.ts';

let fixture: ModerationQueueFixture;
beforeAll(async () => {
  fixture = await createModerationQueueFixture();
});
afterAll(() => fixture.close());

const anaEmail = 'ana@pessoas.example';
const liftedSuspension = { action: 'suspend', lifted_at: new Date() };
const readMail = (id: string) => readLiftedMail(fixture.database.db, id);

describe('a suspension that is over', () => {
  it('is mailed with a link to sign in and without the reason', async () => {
    const ana = await fixture.buildPerson({ email: anaEmail });
    const mailData = await readMail(await fixture.buildDecision(ana, liftedSuspension));
    expect(mailData?.email).toBe(anaEmail);
    if (!mailData) return;
    const mail = await liftedMail(mailData.decision, anaEmail, mailSite);
    expect(mail).toMatchObject({ id: `lifted-${mailData.decision.id}`, to: anaEmail });
    expect(mail.subject).toBe('Sua conta não está mais suspensa');
    expect(mail.text).toContain('Sua conta não está mais suspensa. Boas-vindas de volta!');
    expect(mail.text).toContain('https://guilda.example/login');
    expect(mail.text).not.toContain('Spam');
  });

  it('is not mailed to people who were suspended again meanwhile', async () => {
    const ana = await fixture.buildPerson({
      email: anaEmail,
      suspended_at: new Date(),
      suspended_reason: 'Golpe',
    });
    expect(await readMail(await fixture.buildDecision(ana, liftedSuspension))).toBeNull();
  });

  it('is not mailed when the mail about the granted appeal says it', async () => {
    const [ana, admin] = [
      await fixture.buildPerson({ email: anaEmail }),
      await fixture.buildAdmin(),
    ];
    const decisionId = await fixture.buildDecision(ana, { action: 'suspend' });
    const { id } = await fixture.appeal(ana, decisionId);
    await fixture.decide(admin, id, 'granted');
    await fixture.sendMails();
    const ids = fixture.sent.map((mail) => mail.id);
    expect(ids).toContain(`outcome-${id}`);
    expect(ids).not.toContain(`lifted-${decisionId}`);
  });
});
