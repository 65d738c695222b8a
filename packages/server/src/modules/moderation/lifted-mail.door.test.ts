import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { liftedMail, readLiftedMail } from './lifted-mail.ts';

let rig: DeskRig;
beforeAll(async () => {
  rig = await deskRig();
});
afterAll(() => rig.close());

const email = 'ana@pessoas.example';
const lifted = { action: 'suspend', lifted_at: new Date() };
const read = (id: string) => readLiftedMail(rig.database.db, id);

describe('a suspension that is over', () => {
  it('is told by a mail with the way back, and nothing of why it was', async () => {
    const ana = await rig.person({ email });
    const reading = await read(await rig.decision(ana, lifted));
    expect(reading?.email).toBe(email);
    if (!reading) return;
    const mail = await liftedMail(reading.decision, email, 'https://guilda.example');
    expect(mail).toMatchObject({ id: `lifted-${reading.decision.id}`, to: email });
    expect(mail.subject).toBe('Sua conta não está mais suspensa');
    expect(mail.text).toContain('Sua conta não está mais suspensa. Boas-vindas de volta!');
    expect(mail.text).toContain('https://guilda.example/login');
    expect(mail.text).not.toContain('Spam');
  });

  it('is not told to whom the team has suspended again meanwhile', async () => {
    const ana = await rig.person({ email, suspended_at: new Date(), suspended_reason: 'Golpe' });
    expect(await read(await rig.decision(ana, lifted))).toBeNull();
  });

  it('is not told twice to whom the mail about their appeal tells it', async () => {
    const [ana, admin] = [await rig.person({ email }), await rig.admin()];
    const decision = await rig.decision(ana, { action: 'suspend' });
    const { id } = await rig.appeal(ana, decision);
    await rig.decide(admin, id, 'granted');
    await rig.mail();
    const ids = rig.sent.map((mail) => mail.id);
    expect(ids).toContain(`outcome-${id}`);
    expect(ids).not.toContain(`lifted-${decision}`);
  });
});
