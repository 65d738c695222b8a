import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng } from '../fixtures/data/pictures.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../fixtures/modules/moderation-actions-fixture.ts';
import { createPostsFixture, visiblePostResult } from '../fixtures/modules/posts-fixture.ts';
import { holdTransaction } from '../fixtures/server/hold-transaction.ts';
import {
  errorOfCall,
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../fixtures/server/test-app.ts';

/* The moderation queue of the running program, whose decisions take effect. */

let app: TestApp;
let actionsFixture: ModerationActionsFixture;
let postsFixture: ReturnType<typeof createPostsFixture>;
let admin: TestPerson;
let png: Buffer;

beforeAll(async () => {
  [app, png] = await Promise.all([startTestApp({ env: { LOG_LEVEL: 'error' } }), buildPng()]);
  [actionsFixture, postsFixture] = [createModerationActionsFixture(app), createPostsFixture(app)];
  admin = await app.signInAdmin();
});
afterAll(() => app.close());

const reportPerson = (reporter: TestPerson, reportedUserId: string, moreData: object = {}) =>
  reporter.api.moderation.sendEmail({
    body: {
      emailType: 'report',
      emailData: { title: 'Olhem isto', description: 'Por favor.', reportedUserId, ...moreData },
    } as never,
  });

const decideCaseAs = (admin: TestPerson, id: string, body: object, confirmation?: string) =>
  admin.api.moderationQueue.decideCase({
    params: { id },
    body: { reason: 'Vimos.', ...body } as never,
    ...(confirmation === undefined ? {} : { confirmation }),
  });

const statusOf = async (
  url: string | null | undefined,
  reader: Pick<TestPerson, 'fetch'> = app,
) => {
  const { pathname, search } = new URL(url ?? '/nada', app.url);
  return (await reader.fetch(pathname + search)).status;
};

interface OutboxMail {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

const mailsTo = async (person: TestPerson) => {
  await actionsFixture.runJobs();
  const { emails } = (await (await app.fetch('/dev/outbox')).json()) as { emails: OutboxMail[] };
  return emails.filter(({ to }) => to === person.user.email);
};

describe('a report about a minor', () => {
  it('hides the post and its picture at once, shows both to the team, and restores both', async () => {
    const { author, reader } = await postsFixture.signInReaders();
    const post = await postsFixture.publish(author, { title: 'Foto' }, { photo: png });
    const { id } = await reportPerson(reader, author.uid, {
      reportedPostId: post.uid,
      minor: true,
    });
    expect(await postsFixture.readPost(reader, post.uid)).toBe('post_not_found');
    expect(await statusOf(post.photoURL)).toBe(404);
    const { case: shownCase } = await admin.api.moderationQueue.getCase({ params: { id } });
    expect(shownCase).toMatchObject({
      severity: 'urgent',
      subject: { kind: 'post', title: 'Foto', hidden: { reason: 'Em análise pela equipe.' } },
      history: [{ actor: null, action: 'hide' }],
    });
    expect(await statusOf(shownCase.subject?.photoURL)).toBe(200);
    expect(await actionsFixture.decisionsOf(post.uid)).toEqual(['hide Em análise pela equipe.']);
    const { case: decidedCase } = await decideCaseAs(admin, id, { outcome: 'dismissed' });
    expect(decidedCase.history.map(({ action }) => action)).toEqual([
      'dismissed',
      'restore',
      'hide',
    ]);
    expect(await postsFixture.readPost(reader, post.uid)).toBe(visiblePostResult);
    expect(await statusOf(post.photoURL)).toBe(200);
    expect(await actionsFixture.notificationsOf(author.uid)).toEqual([
      'decision hide',
      'decision_lifted hide',
    ]);
  });

  it('that is upheld with hiding notifies the author with the reason', async () => {
    const { author, reader } = await postsFixture.signInReaders();
    const post = await postsFixture.publish(author);
    const { id } = await reportPerson(reader, author.uid, {
      reportedPostId: post.uid,
      minor: true,
    });
    const actions = [{ action: 'hide', on: 'subject' }];
    await decideCaseAs(admin, id, { outcome: 'upheld', actions, reason: 'Há menor na foto.' });
    expect(await postsFixture.readPost(reader, post.uid)).toBe('post_not_found');
    expect(await actionsFixture.decisionsOf(post.uid)).toEqual([
      'hide Em análise pela equipe., lifted',
      'hide Há menor na foto.',
    ]);
  });
});

describe('content that the team hides while a report about a minor is open', () => {
  it('stays hidden for the team’s reason, also when the report is dismissed', async () => {
    const { author, reader } = await postsFixture.signInReaders();
    const { uid } = await postsFixture.publish(author);
    // With this lock, the report waits after it has read the post, and the team's action is committed first.
    await using hiding = await holdTransaction(app.pool, [
      'SELECT FROM users WHERE uid = $1 FOR UPDATE',
      [author.uid],
    ]);
    const reportPromise = reportPerson(reader, author.uid, { reportedPostId: uid, minor: true });
    await hiding.waitForWaiters(1);
    const hideQuery = `UPDATE posts SET hidden_at = now(), hidden_reason = 'Spam' WHERE uid = $1`;
    await hiding.client.query(hideQuery, [uid]);
    await hiding.client.query(
      `INSERT INTO decisions (id, person_id, action, subject_kind, subject_id, reason)
       VALUES (gen_random_uuid(), $1, 'hide', 'post', $2, 'Spam')`,
      [author.uid, uid],
    );
    await hiding.commit();
    await decideCaseAs(admin, (await reportPromise).id, { outcome: 'dismissed' });
    expect(await actionsFixture.decisionsOf(uid)).toEqual(['hide Spam']);
    expect(await postsFixture.readPost(reader, uid)).toBe('post_not_found');
  });
});

describe('a suspension', () => {
  it('is mailed with its reason, appealed against by the suspended person, and lifted', async () => {
    const [ana, joao] = [await app.signIn('Ana'), await app.signIn('Joao')];
    const { id } = await reportPerson(ana, joao.uid);
    const actions = [{ action: 'suspend', on: 'person', days: 7 }];
    await decideCaseAs(admin, id, { outcome: 'upheld', actions, reason: 'Golpe comprovado.' });
    expect((await joao.fetch('/api/services')).status).toBe(403);
    await expect.poll(() => mailsTo(joao)).toHaveLength(1);
    const [mail] = await mailsTo(joao);
    expect(mail?.text).toContain('Motivo: Golpe comprovado.');
    expect(mail?.text).toContain('/user/settings/decisoes');
    const { decisions } = await joao.api.moderation.listDecisions({ query: {} });
    expect(decisions).toMatchObject([{ action: 'suspend', appeal: null }]);
    const params = { id: decisions[0]?.id ?? '' };
    const appeal = await joao.api.moderation.appeal({ params, body: { message: 'Foi engano.' } });
    expect(appeal.code).toMatch(/^REC-/);
    const { items } = await admin.api.moderationQueue.listQueue({ query: { kind: 'appeal' } });
    expect(items.find((item) => item.id === appeal.id)).toMatchObject({
      severity: 'high',
      title: 'Recurso: suspensão',
      person: { uid: joao.uid },
    });
    await decideCaseAs(admin, appeal.id, { outcome: 'granted' });
    expect((await joao.fetch('/api/services')).status).toBe(200);
    expect(await actionsFixture.notificationsOf(joao.uid)).toEqual([
      'decision suspend',
      'decision_lifted suspend',
      'case_decided undefined',
    ]);
    const readMailIds = async () => (await mailsTo(joao)).map((mail) => mail.id);
    await expect.poll(readMailIds).toContain(`outcome-${appeal.id}`);
  });

  it('that is lifted is mailed to the person', async () => {
    const joao = await app.signIn('Joao4');
    await actionsFixture.applyAction(admin, 'suspend', ['user', joao.uid]);
    await actionsFixture.applyAction(admin, 'lift', ['user', joao.uid]);
    const readLifted = async () =>
      (await mailsTo(joao)).filter(({ id }) => id.startsWith('lifted-')).map(({ text }) => text);
    const text = expect.stringContaining('não está mais suspensa');
    await expect.poll(readLifted).toEqual([text]);
  });

  it('is imposed once when ten administrators decide at the same time', async () => {
    const [ana, joao] = [await app.signIn('Ana2'), await app.signIn('Joao2')];
    const { id } = await reportPerson(ana, joao.uid);
    const admins = await Promise.all(Array.from({ length: 10 }, () => actionsFixture.buildAdmin()));
    const actions = [{ action: 'suspend', on: 'person' }];
    const settledDecisions = await Promise.allSettled(
      admins.map((admin) => decideCaseAs(admin, id, { outcome: 'upheld', actions })),
    );
    expect(settledDecisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const codes = settledDecisions.flatMap((settledDecision) =>
      settledDecision.status === 'rejected' ? [settledDecision.reason.code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(['case_decided']));
    expect(await actionsFixture.decisionsOf(joao.uid)).toEqual(['suspend Vimos.']);
  });

  it('of an administrator is decided by another one, never by themselves', async () => {
    const ana = await app.signIn('Ana3');
    const otherAdmin = await actionsFixture.buildAdmin();
    const { id } = await reportPerson(ana, otherAdmin.uid);
    await app.pool.query(`UPDATE users SET role = 'user' WHERE role = 'admin' AND uid <> ALL($1)`, [
      [admin.uid, otherAdmin.uid],
    ]);
    const ownReport = await reportPerson(otherAdmin, admin.uid);
    expect(
      (await errorOfCall(decideCaseAs(admin, ownReport.id, { outcome: 'dismissed' }))).code,
    ).toBe('forbidden');
    const actions = [{ action: 'suspend', on: 'person' }];
    const body = { outcome: 'upheld', actions };
    expect((await errorOfCall(decideCaseAs(admin, id, body))).code).toBe('confirmation_required');
    await decideCaseAs(admin, id, body, await admin.confirm('admin_money'));
    expect((await otherAdmin.fetch('/api/admin/queue')).status).toBe(403);
  });
});

describe('an appeal', () => {
  /** Warns a new person as an administrator, and appeals as that person; returns the id of the appeal. */
  async function appealWarning(decider: TestPerson, name: string) {
    const person = await app.signIn(name);
    // An earlier decision by another administrator must not influence who may decide the appeal.
    await actionsFixture.applyAction(
      await actionsFixture.buildAdmin(),
      'warn',
      ['user', person.uid],
      {
        reason: 'Grito',
      },
    );
    await actionsFixture.applyAction(decider, 'warn', ['user', person.uid], { reason: 'Ofensa' });
    const { decisions } = await person.api.moderation.listDecisions({ query: {} });
    const params = { id: decisions[0]?.id ?? '' };
    const { id } = await person.api.moderation.appeal({ params, body: { message: 'Engano.' } });
    return { id, person };
  }
  const mayDecide = async (person: TestPerson, id: string) =>
    (await person.api.moderationQueue.getCase({ params: { id } })).case.mayDecide;

  it('is decided by another administrator than the one who took the decision', async () => {
    const decider = await actionsFixture.buildAdmin();
    const otherAdmin = await actionsFixture.buildAdmin();
    const { id } = await appealWarning(decider, 'Lia');
    expect([await mayDecide(decider, id), await mayDecide(otherAdmin, id)]).toEqual([false, true]);
    for (const outcome of ['denied', 'granted']) {
      const refusal = await errorOfCall(decideCaseAs(decider, id, { outcome }));
      expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
    }
    await decideCaseAs(otherAdmin, id, { outcome: 'denied' });
  });

  it('is decided by the same administrator where there is no other', async () => {
    const { id, person } = await appealWarning(admin, 'Rui');
    expect(await mayDecide(admin, id)).toBe(false);
    await app.pool.query(
      `UPDATE users SET suspended_at = now() WHERE role = 'admin' AND uid <> $1`,
      [admin.uid],
    );
    // The person who appeals also becomes an administrator, but must not decide their own case.
    await app.pool.query(`UPDATE users SET role = 'admin' WHERE uid = $1`, [person.uid]);
    expect(await mayDecide(admin, id)).toBe(true);
    await decideCaseAs(admin, id, { outcome: 'granted' });
  });

  it('of a suspended administrator is not decided by who suspended all others', async () => {
    await app.pool.query(`UPDATE users SET role = 'user' WHERE role = 'admin' AND uid <> $1`, [
      admin.uid,
    ]);
    const [person, third] = [await actionsFixture.buildAdmin(), await actionsFixture.buildAdmin()];
    for (const { uid } of [person, third])
      await actionsFixture.applyAction(admin, 'suspend', ['user', uid], { confirmed: true });
    const { decisions } = await person.api.moderation.listDecisions({ query: {} });
    const params = { id: decisions[0]?.id ?? '' };
    const { id } = await person.api.moderation.appeal({ params, body: { message: 'Engano.' } });
    expect(await mayDecide(admin, id)).toBe(false);
    await app.pool.query(`UPDATE users SET role = 'user' WHERE uid = $1`, [third.uid]);
    expect(await mayDecide(admin, id)).toBe(true);
  });
});
