import { randomUUID } from 'node:crypto';
import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { ModerationAction } from '@guilda/contract/moderation/moderation-actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildComment,
  buildPaidOrder,
  buildPost,
  buildReview,
  buildService,
  buildUser,
} from '../../../../test/fixtures/data/builders.ts';
import {
  createModerationActionsFixture,
  type ModerationActionsFixture,
} from '../../../../test/fixtures/modules/moderation-actions-fixture.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';

let app: TestApp;
let fixture: ModerationActionsFixture;
let admin: TestPerson;
let otherAdmin: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  fixture = createModerationActionsFixture(app);
  [admin, otherAdmin] = [await app.signInAdmin(), await fixture.buildAdmin()];
});
afterAll(() => app.close());

/** Creates a subject of each kind that concerns this person; returns the ids. */
async function createSubjects(uid: string): Promise<Record<SubjectKind, string>> {
  const buyer = await buildUser(app.pool);
  const service = await buildService(app.pool, uid, { price: 0 });
  const post = await buildPost(app.pool, uid);
  const order = await buildPaidOrder(app.pool, { service, buyer, seller: uid }, { price: 0 });
  // The person also bought another service and reviewed it.
  const boughtServiceId = await buildService(app.pool, buyer);
  const purchase = { service: boughtServiceId, buyer: uid, seller: buyer };
  const orderId = await buildPaidOrder(app.pool, purchase, { service_status: 'complete' });
  const reviewTarget = { payment: orderId, service: boughtServiceId, seller: buyer };
  const review = await buildReview(app.pool, reviewTarget, uid);
  const comment = await buildComment(app.pool, { post, author: uid });
  return { user: uid, service, post, comment, review, order };
}

const subjectKindsByAction: Readonly<Record<ModerationAction, readonly SubjectKind[]>> = {
  hide: ['user', 'service', 'post', 'comment', 'review'],
  restore: ['user', 'service', 'post', 'comment', 'review', 'order'],
  blur: ['service', 'post'],
  unblur: ['service', 'post'],
  warn: ['user'],
  suspend: ['user'],
  lift: ['user'],
  require_age: ['user'],
  waive_age: ['user'],
  refund: ['order'],
  // The pictures of these subjects cannot be recognised by a perceptual hash, so none of them can be banned.
  ban_picture: [],
};
const allActionNames = Object.keys(subjectKindsByAction) as ModerationAction[];
const subjectKinds = ['user', 'service', 'post', 'comment', 'review', 'order'] as const;
const appliedActions = ['hide', 'blur', 'warn', 'suspend', 'refund', 'require_age'];

describe.each(allActionNames)('%s', (action) => {
  it('applies to available subjects, is logged and notified once, and is idempotent', async () => {
    for (const kind of subjectKinds) {
      const person = await buildUser(app.pool);
      const subjects = await createSubjects(person);
      const subject = [kind, subjects[kind]] as const;
      const isAvailable = subjectKindsByAction[action].includes(kind);
      const outcome = isAvailable ? 204 : 'action_impossible';
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect([kind, await fixture.applyAction(admin, action, subject)]).toEqual([kind, outcome]);
      const expectedDecisions =
        isAvailable && appliedActions.includes(action) ? [`${action} Spam`] : [];
      expect(await fixture.decisionsOf(subjects[kind])).toEqual(expectedDecisions);
      expect(await fixture.notificationsOf(person)).toEqual(
        expectedDecisions.map(() => `decision ${action}`),
      );
      const isReversing = ['restore', 'unblur', 'lift', 'waive_age'].includes(action);
      const expectedLog = isAvailable && !isReversing ? [`${action} Spam`] : [];
      expect(await fixture.logOf(subjects[kind])).toEqual(expectedLog);
    }
  });

  it('refuses unknown subjects and the actor’s own', async () => {
    const ownSubjects = await createSubjects(admin.uid);
    for (const kind of subjectKindsByAction[action]) {
      const logBefore = await fixture.logOf(ownSubjects[kind]);
      expect(await fixture.applyAction(admin, action, [kind, randomUUID()])).toBe('not_found');
      expect([kind, await fixture.applyAction(admin, action, [kind, ownSubjects[kind]])]).toEqual([
        kind,
        'forbidden',
      ]);
      expect(await fixture.logOf(ownSubjects[kind])).toEqual(logBefore);
    }
  });
});

describe('a refund', () => {
  it('is refused to the buyer and for finished orders', async () => {
    const [seller, buyer] = [await buildUser(app.pool), admin.uid];
    const serviceId = await buildService(app.pool, seller);
    const buildOrder = (status: string, by = buyer) =>
      buildPaidOrder(
        app.pool,
        { service: serviceId, buyer: by, seller },
        { price: 0, service_status: status },
      );
    const ownOrder = await buildOrder('awaiting_start');
    expect(await fixture.applyAction(admin, 'refund', ['order', ownOrder])).toBe('forbidden');
    expect(await fixture.applyAction(otherAdmin, 'refund', ['order', ownOrder])).toBe(204);
    const completedOrder = await buildOrder('complete', otherAdmin.uid);
    expect(await fixture.applyAction(admin, 'refund', ['order', completedOrder])).toBe(
      'order_wrong_status',
    );
    expect(await fixture.logOf(completedOrder)).toEqual([]);
  });

  it('from the orders page is logged too, once', async () => {
    const seller = await buildUser(app.pool);
    const { order } = await createSubjects(seller);
    for (let attempt = 0; attempt < 2; attempt += 1)
      await admin.api.orders.refundPayment({
        params: { id: order },
        confirmation: await admin.confirm('admin_money'),
      });
    expect(await fixture.logOf(order)).toEqual(['refund Reembolso pela equipe.']);
    expect(await fixture.applyAction(admin, 'refund', ['order', order])).toBe(204);
    expect(await fixture.logOf(order)).toHaveLength(1);
  });
});

describe('a subject', () => {
  const getSubject = (kind: SubjectKind, id: string, by = admin) =>
    by.api.moderationActions.getSubject({ params: { kind, id } });

  it('is shown in its current state, hidden or not, with its owner', async () => {
    const uid = await buildUser(app.pool);
    const subjects = await createSubjects(uid);
    for (const kind of ['service', 'post', 'comment', 'review', 'user'] as const) {
      const shownSubject = await getSubject(kind, subjects[kind]);
      expect(shownSubject.subject).toMatchObject({
        kind,
        id: subjects[kind],
        hidden: null,
        gone: false,
      });
      expect(shownSubject.person).toMatchObject({ uid, suspension: null });
      await fixture.applyAction(admin, 'hide', [kind, subjects[kind]]);
      const { subject } = await getSubject(kind, subjects[kind]);
      expect([kind, subject.hidden]).toEqual([kind, { reason: 'Spam' }]);
    }
    await fixture.applyAction(admin, 'blur', ['service', subjects.service]);
    await fixture.applyAction(admin, 'suspend', ['user', uid], { days: 3 });
    const { subject, person } = await getSubject('service', subjects.service);
    expect(subject.adult).toBe(true);
    expect(person?.suspension).toMatchObject({ reason: 'Spam' });
  });

  it('is not shown to its owner, nor when it or its account is deleted', async () => {
    const ownSubjects = await createSubjects(otherAdmin.uid);
    for (const kind of subjectKinds)
      await expect(getSubject(kind, ownSubjects[kind], otherAdmin)).rejects.toMatchObject({
        code: 'forbidden',
      });
    const uid = await buildUser(app.pool);
    const { review } = await createSubjects(uid);
    await app.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [uid]);
    await expect(getSubject('user', uid)).rejects.toMatchObject({ code: 'not_found' });
    expect((await getSubject('review', review)).person).toBeNull();
    await expect(getSubject('post', randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(getSubject('thing' as SubjectKind, uid)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a review', () => {
  it('cannot be hidden or restored by the seller of the reviewed service', async () => {
    const { review } = await createSubjects(await buildUser(app.pool));
    const seller = await fixture.buildAdmin();
    await app.pool.query('UPDATE reviews SET seller_id = $1 WHERE id = $2', [seller.uid, review]);
    for (const action of ['hide', 'restore'] as const)
      expect(await fixture.applyAction(seller, action, ['review', review])).toBe('forbidden');
    expect(await fixture.logOf(review)).toEqual([]);
    expect(await fixture.applyAction(admin, 'hide', ['review', review])).toBe(204);
  });
});

describe('a warning', () => {
  it('repeated for the same reason counts once; for another reason it is a new one', async () => {
    const uid = await buildUser(app.pool);
    for (const reason of ['Spam', 'Spam', 'Ofensa'])
      await fixture.applyAction(admin, 'warn', ['user', uid], { reason });
    expect(await fixture.decisionsOf(uid)).toEqual(['warn Spam', 'warn Ofensa']);
    await app.pool.query(
      `UPDATE decisions SET created_at = created_at - interval '2 hours' WHERE person_id = $1`,
      [uid],
    );
    await fixture.applyAction(admin, 'warn', ['user', uid]);
    expect(await fixture.decisionsOf(uid)).toHaveLength(3);
  });
});

describe('twenty administrators at once', () => {
  it('write one audit log entry for each action', async () => {
    const admins = await Promise.all(Array.from({ length: 20 }, () => fixture.buildAdmin()));
    const subjects = await createSubjects(await buildUser(app.pool));
    for (const [action, kinds] of Object.entries(subjectKindsByAction) as [
      ModerationAction,
      SubjectKind[],
    ][]) {
      for (const kind of kinds) {
        const subject = [kind, subjects[kind]] as const;
        const entryCountBefore = (await fixture.logOf(subjects[kind])).length;
        const codes = await Promise.all(
          admins.map((teamMember) => fixture.applyAction(teamMember, action, subject, { days: 7 })),
        );
        expect([action, kind, ...new Set(codes)]).toEqual([action, kind, 204]);
        // The order's picture cannot be banned, so there is nothing to restore.
        const entryCount = action === 'restore' && kind === 'order' ? 0 : 1;
        expect([action, kind, (await fixture.logOf(subjects[kind])).length]).toEqual([
          action,
          kind,
          entryCountBefore + entryCount,
        ]);
      }
    }
  });
});

it('every change has an audit log entry', async () => {
  const subjects = await createSubjects(await buildUser(app.pool));
  await app.pool.query(
    `ALTER TABLE moderation_actions ADD CONSTRAINT nothing CHECK (reason <> 'nada')`,
  );
  for (const [kind, action] of [
    ['user', 'suspend'],
    ['service', 'hide'],
    ['review', 'hide'],
    ['order', 'refund'],
  ] as const)
    expect(
      await fixture.applyAction(admin, action, [kind, subjects[kind]], { reason: 'nada' }),
    ).toBe('internal');
  await app.pool.query('ALTER TABLE moderation_actions DROP CONSTRAINT nothing');
  expect(
    await fixture.queryOne(
      `SELECT (SELECT suspended_at FROM users WHERE uid = $1) AS suspended,
         (SELECT hidden_at FROM services WHERE id = $2) AS service,
         (SELECT hidden_at FROM reviews WHERE id = $3) AS review,
         (SELECT service_status FROM payments WHERE id = $4) AS order,
         (SELECT count(*)::int FROM decisions WHERE person_id = $1) AS decisions`,
      subjects.user,
      subjects.service,
      subjects.review,
      subjects.order,
    ),
  ).toEqual({
    suspended: null,
    service: null,
    review: null,
    order: 'awaiting_start',
    decisions: 0,
  });
});
