import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPost } from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationQueueFixture,
  type ModerationQueueFixture,
} from '../../../../test/fixtures/modules/moderation-queue-fixture.ts';

let fixture: ModerationQueueFixture;
let adminUid: string;

beforeAll(async () => {
  fixture = await createModerationQueueFixture();
  adminUid = await fixture.buildAdmin();
});
afterAll(() => fixture.close());

describe('an appeal', () => {
  it('that is granted reverses the decision and notifies the author', async () => {
    const ana = await fixture.buildPerson({ email: 'ana@pessoas.example' });
    const postUid = await buildPost(fixture.pool, ana, {
      hidden_at: new Date(),
      hidden_reason: 'Spam',
    });
    const decisionColumns = { action: 'hide', subject_kind: 'post', subject_id: postUid };
    const decisionId = await fixture.buildDecision(ana, decisionColumns);
    const { id, code } = await fixture.appeal(ana, decisionId);
    expect(code).toMatch(/^REC-\d{4,}$/);
    await fixture.decide(adminUid, id, 'granted', { reason: 'Você tinha razão.' });
    expect(await fixture.readHiddenReason('posts', 'uid', postUid)).toBeNull();
    expect(await fixture.as(ana).moderation.listDecisions({ query: {} })).toMatchObject({
      decisions: [
        {
          id: decisionId,
          liftedAt: expect.any(String),
          appeal: { code, state: 'closed', outcome: 'granted', answer: 'Você tinha razão.' },
        },
      ],
    });
    expect((await fixture.notificationsOf(ana)).map(({ info }) => info.event)).toEqual([
      'decision_lifted',
      'case_decided',
    ]);
    fixture.sent.length = 0;
    await fixture.sendMails();
    expect(fixture.sent.map((mail) => [mail.id, mail.to])).toContainEqual([
      `outcome-${id}`,
      'ana@pessoas.example',
    ]);
  });

  it.each(['warn', 'refund'])(
    'against a %s lifts the decision and reverses nothing',
    async (action) => {
      const ana = await fixture.buildPerson();
      const { id } = await fixture.appeal(ana, await fixture.buildDecision(ana, { action }));
      const actionCountBefore = fixture.performedActions.length;
      await fixture.decide(adminUid, id, 'granted');
      expect(fixture.performedActions).toHaveLength(actionCountBefore);
      const { decisions } = await fixture.as(ana).moderation.listDecisions({ query: {} });
      expect(decisions[0]?.liftedAt).not.toBeNull();
    },
  );

  it('against a refund says that no money moves when it is granted', async () => {
    const ana = await fixture.buildPerson({ email: 'ana.vende@pessoas.example' });
    const decisionId = await fixture.buildDecision(ana, { action: 'refund' });
    const { id } = await fixture.appeal(ana, decisionId);
    fixture.sent.length = 0;
    await fixture.decide(adminUid, id, 'granted');
    await fixture.sendMails();
    const text = 'O valor já voltou para quem comprou e não sai de novo.';
    const { rows } = await fixture.pool.query(
      'SELECT content FROM notifications WHERE receiver_id = $1',
      [ana],
    );
    const notices = rows.map(({ content }) => content);
    expect(notices).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
    expect(notices.join()).not.toContain('não vale mais');
    const mail = fixture.sent.find((each) => each.id === `outcome-${id}`);
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(text);
  });

  it('that is granted lifts the decision even when its subject was deleted', async () => {
    const ana = await fixture.buildPerson();
    const decisionColumns = { action: 'hide', subject_kind: 'post', subject_id: randomUUID() };
    const { id } = await fixture.appeal(ana, await fixture.buildDecision(ana, decisionColumns));
    fixture.refuse('restore', 'not_found');
    await fixture.decide(adminUid, id, 'granted');
    fixture.refuse('restore', null);
    const { decisions } = await fixture.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions[0]?.liftedAt).not.toBeNull();
  });

  it('that is granted does not reverse a decision that was replaced', async () => {
    const ana = await fixture.buildPerson();
    const postUid = await buildPost(fixture.pool, ana, {
      hidden_at: new Date(),
      hidden_reason: 'Golpe',
    });
    const decisionColumns = { action: 'hide', subject_kind: 'post', subject_id: postUid };
    const { id } = await fixture.appeal(ana, await fixture.buildDecision(ana, decisionColumns));
    await fixture.pool.query('UPDATE decisions SET lifted_at = now() WHERE subject_id = $1', [
      postUid,
    ]);
    const newerDecisionId = await fixture.buildDecision(ana, {
      ...decisionColumns,
      reason: 'Golpe',
    });
    await fixture.decide(adminUid, id, 'granted');
    expect(await fixture.readHiddenReason('posts', 'uid', postUid)).toBe('Golpe');
    const { decisions } = await fixture.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions.find((decision) => decision.id === newerDecisionId)?.liftedAt).toBeNull();
  });

  it('that is denied leaves the decision in force', async () => {
    const ana = await fixture.buildPerson();
    const { id } = await fixture.appeal(
      ana,
      await fixture.buildDecision(ana, { action: 'suspend' }),
    );
    const actionCountBefore = fixture.performedActions.length;
    await fixture.decide(adminUid, id, 'denied');
    expect(fixture.performedActions).toHaveLength(actionCountBefore);
    const { decisions } = await fixture.as(ana).moderation.listDecisions({ query: {} });
    expect(decisions[0]).toMatchObject({ liftedAt: null, appeal: { outcome: 'denied' } });
  });
});
