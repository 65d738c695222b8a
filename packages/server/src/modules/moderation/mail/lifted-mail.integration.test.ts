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

const email = 'ana@pessoas.example';
const liftedSuspension = { action: 'suspend', lifted_at: new Date() };
const read = (id: string) => readLiftedMail(fixture.database.db, id);

describe('a suspension that is over', () => {
  it('is mailed with a link to sign in and without the reason', async () => {
    const ana = await fixture.buildPerson({ email });
    const reading = await read(await fixture.buildDecision(ana, liftedSuspension));
    expect(reading?.email).toBe(email);
    if (!reading) return;
    const mail = await liftedMail(reading.decision, email, mailSite);
    expect(mail).toMatchObject({ id: `lifted-${reading.decision.id}`, to: email });
    expect(mail.subject).toBe('Sua conta não está mais suspensa');
    expect(mail.text).toContain('Sua conta não está mais suspensa. Boas-vindas de volta!');
    expect(mail.text).toContain('https://guilda.example/login');
    expect(mail.text).not.toContain('Spam');
  });

  it('is not mailed to people who were suspended again meanwhile', async () => {
    const ana = await fixture.buildPerson({
      email,
      suspended_at: new Date(),
      suspended_reason: 'Golpe',
    });
    expect(await read(await fixture.buildDecision(ana, liftedSuspension))).toBeNull();
  });

  it('is not mailed when the mail about the granted appeal says it', async () => {
    const [ana, admin] = [await fixture.buildPerson({ email }), await fixture.buildAdmin()];
    const decision = await fixture.buildDecision(ana, { action: 'suspend' });
    const { id } = await fixture.appeal(ana, decision);
    await fixture.decide(admin, id, 'granted');
    await fixture.sendMails();
    const ids = fixture.sent.map((mail) => mail.id);
    expect(ids).toContain(`outcome-${id}`);
    expect(ids).not.toContain(`lifted-${decision}`);
  });
});
