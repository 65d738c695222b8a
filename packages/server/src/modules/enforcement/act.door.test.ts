import { randomUUID } from 'node:crypto';
import type { SubjectKind } from '@guilda/contract/moderation';
import type { TeamAction } from '@guilda/contract/team-actions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EnforcementRig, enforcementRig } from '../../../test/enforcement-rig.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../test/harness.ts';
import {
  addCommentRow,
  addPaidOrderRow,
  addPostRow,
  addReviewRow,
  addServiceRow,
  addUserRow,
} from '../../../test/rows.ts';

let app: TestApp;
let rig: EnforcementRig;
let admin: TestPerson;
let colleague: TestPerson;

beforeAll(async () => {
  app = await startTestApp();
  rig = enforcementRig(app);
  [admin, colleague] = [await app.admin(), await rig.colleague()];
});
afterAll(() => app.close());

/** Something of each kind, of this person. */
async function thingsOf(uid: string): Promise<Record<SubjectKind, string>> {
  const buyer = await addUserRow(app.pool);
  const service = await addServiceRow(app.pool, uid, { price: 0 });
  const post = await addPostRow(app.pool, uid);
  const order = await addPaidOrderRow(app.pool, { service, buyer, seller: uid }, { price: 0 });
  // As the buyer of something else, they wrote a review.
  const bought = await addServiceRow(app.pool, buyer);
  const purchase = { service: bought, buyer: uid, seller: buyer };
  const payment = await addPaidOrderRow(app.pool, purchase, { service_status: 'complete' });
  const of = { payment, service: bought, seller: buyer };
  const review = await addReviewRow(app.pool, of, uid);
  const comment = await addCommentRow(app.pool, { post, author: uid });
  return { user: uid, service, post, comment, review, order };
}

const possible: Readonly<Record<TeamAction, readonly SubjectKind[]>> = {
  hide: ['user', 'service', 'post', 'comment', 'review'],
  restore: ['user', 'service', 'post', 'comment', 'review'],
  blur: ['service', 'post'],
  unblur: ['service', 'post'],
  warn: ['user'],
  suspend: ['user'],
  lift: ['user'],
  refund: ['order'],
  // These have no picture that is known again.
  ban_picture: [],
};
const actions = Object.keys(possible) as TeamAction[];
const kinds = ['user', 'service', 'post', 'comment', 'review', 'order'] as const;
const taken = ['hide', 'blur', 'warn', 'suspend', 'refund'];

describe.each(actions)('%s', (action) => {
  it('is possible with what has it, written down and told once, and repeated changes nothing', async () => {
    for (const kind of kinds) {
      const person = await addUserRow(app.pool);
      const things = await thingsOf(person);
      const subject = [kind, things[kind]] as const;
      const can = possible[action].includes(kind);
      const code = can ? 204 : 'action_impossible';
      for (let twice = 0; twice < 2; twice += 1)
        expect([kind, await rig.act(admin, action, subject)]).toEqual([kind, code]);
      const decided = can && taken.includes(action) ? [`${action} Spam`] : [];
      expect(await rig.decisionsOf(things[kind])).toEqual(decided);
      expect(await rig.toldTo(person)).toEqual(decided.map(() => `decision ${action}`));
      const undoing = ['restore', 'unblur', 'lift'].includes(action);
      const logged = can && !undoing ? [`${action} Spam`] : [];
      expect(await rig.logOf(things[kind])).toEqual(logged);
    }
  });

  it('is of nothing that is not there, and of nobody’s own', async () => {
    const mine = await thingsOf(admin.uid);
    for (const kind of possible[action]) {
      const before = await rig.logOf(mine[kind]);
      expect(await rig.act(admin, action, [kind, randomUUID()])).toBe('not_found');
      expect([kind, await rig.act(admin, action, [kind, mine[kind]])]).toEqual([kind, 'forbidden']);
      expect(await rig.logOf(mine[kind])).toEqual(before);
    }
  });
});

describe('a refund', () => {
  it('is not for its buyer to decide, nor of what is over', async () => {
    const [seller, buyer] = [await addUserRow(app.pool), admin.uid];
    const service = await addServiceRow(app.pool, seller);
    const order = (status: string, by = buyer) =>
      addPaidOrderRow(
        app.pool,
        { service, buyer: by, seller },
        { price: 0, service_status: status },
      );
    const own = await order('awaiting_start');
    expect(await rig.act(admin, 'refund', ['order', own])).toBe('forbidden');
    expect(await rig.act(colleague, 'refund', ['order', own])).toBe(204);
    const over = await order('complete', colleague.uid);
    expect(await rig.act(admin, 'refund', ['order', over])).toBe('order_wrong_status');
    expect(await rig.logOf(over)).toEqual([]);
  });

  it('from where orders stand is written down too, once', async () => {
    const seller = await addUserRow(app.pool);
    const { order } = await thingsOf(seller);
    for (let twice = 0; twice < 2; twice += 1)
      await admin.api.orders.refundPayment({ params: { id: order } });
    expect(await rig.logOf(order)).toEqual(['refund Reembolso pela equipe.']);
    expect(await rig.act(admin, 'refund', ['order', order])).toBe(204);
    expect(await rig.logOf(order)).toHaveLength(1);
  });
});

describe('what the team looks at', () => {
  const look = (kind: SubjectKind, id: string, by = admin) =>
    by.api.enforcement.getSubject({ params: { kind, id } });

  it('is shown as it stands, hidden or not, with whose it is', async () => {
    const uid = await addUserRow(app.pool);
    const things = await thingsOf(uid);
    for (const kind of ['service', 'post', 'comment', 'review', 'user'] as const) {
      const open = await look(kind, things[kind]);
      expect(open.subject).toMatchObject({ kind, id: things[kind], hidden: null, gone: false });
      expect(open.person).toMatchObject({ uid, suspension: null });
      await rig.act(admin, 'hide', [kind, things[kind]]);
      const { subject } = await look(kind, things[kind]);
      expect([kind, subject.hidden]).toEqual([kind, { reason: 'Spam' }]);
    }
    await rig.act(admin, 'blur', ['service', things.service]);
    await rig.act(admin, 'suspend', ['user', uid], { days: 3 });
    const { subject, person } = await look('service', things.service);
    expect(subject.adult).toBe(true);
    expect(person?.suspension).toMatchObject({ reason: 'Spam' });
  });

  it('is nothing of their own, nothing that is gone and nobody who has left', async () => {
    const own = await thingsOf(colleague.uid);
    for (const kind of kinds)
      await expect(look(kind, own[kind], colleague)).rejects.toMatchObject({ code: 'forbidden' });
    const uid = await addUserRow(app.pool);
    const { review } = await thingsOf(uid);
    await app.pool.query('UPDATE users SET deleted_at = now() WHERE uid = $1', [uid]);
    await expect(look('user', uid)).rejects.toMatchObject({ code: 'not_found' });
    expect((await look('review', review)).person).toBeNull();
    await expect(look('post', randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    await expect(look('thing' as SubjectKind, uid)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a review', () => {
  it('is never hidden or shown by who sells what it is of', async () => {
    const { review } = await thingsOf(await addUserRow(app.pool));
    const seller = await rig.colleague();
    await app.pool.query('UPDATE reviews SET seller_id = $1 WHERE id = $2', [seller.uid, review]);
    for (const action of ['hide', 'restore'] as const)
      expect(await rig.act(seller, action, ['review', review])).toBe('forbidden');
    expect(await rig.logOf(review)).toEqual([]);
    expect(await rig.act(admin, 'hide', ['review', review])).toBe(204);
  });
});

describe('a warning', () => {
  it('given again for the same reason at once is one; for another reason another', async () => {
    const uid = await addUserRow(app.pool);
    for (const reason of ['Spam', 'Spam', 'Ofensa'])
      await rig.act(admin, 'warn', ['user', uid], { reason });
    expect(await rig.decisionsOf(uid)).toEqual(['warn Spam', 'warn Ofensa']);
    await app.pool.query(
      `UPDATE decisions SET created_at = created_at - interval '2 hours' WHERE person_id = $1`,
      [uid],
    );
    await rig.act(admin, 'warn', ['user', uid]);
    expect(await rig.decisionsOf(uid)).toHaveLength(3);
  });
});

describe('twenty administrators at once', () => {
  it('write one line of each deed', async () => {
    const team = await Promise.all(Array.from({ length: 20 }, () => rig.colleague()));
    const things = await thingsOf(await addUserRow(app.pool));
    for (const [action, kinds] of Object.entries(possible) as [TeamAction, SubjectKind[]][]) {
      for (const kind of kinds) {
        const subject = [kind, things[kind]] as const;
        const before = (await rig.logOf(things[kind])).length;
        const codes = await Promise.all(
          team.map((one) => rig.act(one, action, subject, { days: 7 })),
        );
        expect([action, kind, ...new Set(codes)]).toEqual([action, kind, 204]);
        expect([action, kind, (await rig.logOf(things[kind])).length]).toEqual([
          action,
          kind,
          before + 1,
        ]);
      }
    }
  });
});

it('changes nothing that is not written down', async () => {
  const things = await thingsOf(await addUserRow(app.pool));
  await app.pool.query(
    `ALTER TABLE moderation_actions ADD CONSTRAINT nothing CHECK (reason <> 'nada')`,
  );
  for (const [kind, action] of [
    ['user', 'suspend'],
    ['service', 'hide'],
    ['review', 'hide'],
    ['order', 'refund'],
  ] as const)
    expect(await rig.act(admin, action, [kind, things[kind]], { reason: 'nada' })).toBe('internal');
  await app.pool.query('ALTER TABLE moderation_actions DROP CONSTRAINT nothing');
  expect(
    await rig.one(
      `SELECT (SELECT suspended_at FROM users WHERE uid = $1) AS suspended,
         (SELECT hidden_at FROM services WHERE id = $2) AS service,
         (SELECT hidden_at FROM reviews WHERE id = $3) AS review,
         (SELECT service_status FROM payments WHERE id = $4) AS order,
         (SELECT count(*)::int FROM decisions WHERE person_id = $1) AS decisions`,
      things.user,
      things.service,
      things.review,
      things.order,
    ),
  ).toEqual({
    suspended: null,
    service: null,
    review: null,
    order: 'awaiting_start',
    decisions: 0,
  });
});
