import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { addPostRow } from '../../../test/rows.ts';

let rig: DeskRig;
let admin: string;

beforeAll(async () => {
  rig = await deskRig();
  admin = await rig.admin();
});
afterAll(() => rig.close());

describe('an appeal', () => {
  it('that is granted undoes the decision, and who appealed is told', async () => {
    const ana = await rig.person({ email: 'ana@pessoas.example' });
    const post = await addPostRow(rig.pool, ana, { hidden_at: new Date(), hidden_reason: 'Spam' });
    const about = { action: 'hide', subject_kind: 'post', subject_id: post };
    const decision = await rig.decision(ana, about);
    const { id, code } = await rig.appeal(ana, decision);
    expect(code).toMatch(/^REC-\d{4,}$/);
    await rig.decide(admin, id, 'granted', { reason: 'Você tinha razão.' });
    expect(await rig.hiddenReason('posts', 'uid', post)).toBeNull();
    expect(await rig.as(ana).moderation.listDecisions({ query: {} })).toMatchObject({
      decisions: [
        {
          id: decision,
          liftedAt: expect.any(String),
          appeal: { code, state: 'closed', outcome: 'granted', answer: 'Você tinha razão.' },
        },
      ],
    });
    expect((await rig.toldTo(ana)).map(({ info }) => info.event)).toEqual([
      'decision_lifted',
      'case_decided',
    ]);
    rig.sent.length = 0;
    await rig.mail();
    expect(rig.sent.map((mail) => [mail.id, mail.to])).toContainEqual([
      `outcome-${id}`,
      'ana@pessoas.example',
    ]);
  });

  it.each(['warn', 'refund'])('against a %s lifts it and nothing else', async (action) => {
    const ana = await rig.person();
    const { id } = await rig.appeal(ana, await rig.decision(ana, { action }));
    const before = rig.deeds.length;
    await rig.decide(admin, id, 'granted');
    expect(rig.deeds).toHaveLength(before);
    const { decisions } = await rig.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions[0]?.liftedAt).not.toBeNull();
  });

  it('that is granted for what is gone meanwhile lifts the decision all the same', async () => {
    const ana = await rig.person();
    const about = { action: 'hide', subject_kind: 'post', subject_id: randomUUID() };
    const { id } = await rig.appeal(ana, await rig.decision(ana, about));
    rig.refuse('restore', 'not_found');
    await rig.decide(admin, id, 'granted');
    rig.refuse('restore', null);
    const { decisions } = await rig.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions[0]?.liftedAt).not.toBeNull();
  });

  it('that is granted leaves what another decision has taken the place of', async () => {
    const ana = await rig.person();
    const post = await addPostRow(rig.pool, ana, { hidden_at: new Date(), hidden_reason: 'Golpe' });
    const about = { action: 'hide', subject_kind: 'post', subject_id: post };
    const { id } = await rig.appeal(ana, await rig.decision(ana, about));
    await rig.pool.query('UPDATE decisions SET lifted_at = now() WHERE subject_id = $1', [post]);
    const newer = await rig.decision(ana, { ...about, reason: 'Golpe' });
    await rig.decide(admin, id, 'granted');
    expect(await rig.hiddenReason('posts', 'uid', post)).toBe('Golpe');
    const { decisions } = await rig.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions.find((one) => one.id === newer)?.liftedAt).toBeNull();
  });

  it('that is denied leaves the decision as it is', async () => {
    const ana = await rig.person();
    const { id } = await rig.appeal(ana, await rig.decision(ana, { action: 'suspend' }));
    const before = rig.deeds.length;
    await rig.decide(admin, id, 'denied');
    expect(rig.deeds).toHaveLength(before);
    const { decisions } = await rig.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions[0]).toMatchObject({ liftedAt: null, appeal: { outcome: 'denied' } });
  });
});
