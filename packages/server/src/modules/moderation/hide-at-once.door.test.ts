import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeskRig, deskRig } from '../../../test/desk-rig.ts';
import { refusal } from '../../../test/harness.ts';
import { addPostRow, addServiceRow } from '../../../test/rows.ts';
import { UNDER_REVIEW } from './hide-at-once.ts';

let rig: DeskRig;
let admin: string;
let ana: string;
let joao: string;

beforeAll(async () => {
  rig = await deskRig();
  admin = await rig.admin();
});
afterAll(() => rig.close());
beforeEach(async () => {
  [ana, joao] = [await rig.person(), await rig.person()];
});

const postOf = (author: string, columns = {}) => addPostRow(rig.pool, author, columns);
const reasonOf = (post: string) => rig.hiddenReason('posts', 'uid', post);
const minor = (by: string, about: string, post: string) =>
  rig.tellOf(by, about, { reportedPostId: post, minor: true });

describe('a report that says a minor is involved', () => {
  it.each([
    ['by its box', { minor: true }],
    ['by its title', { title: 'É menor de idade' }],
    ['by its description', { description: 'A menina de 15 anos aparece na foto.' }],
  ])('hides what it is about, %s', async (_, data) => {
    const post = await postOf(joao);
    const { id } = await rig.tellOf(ana, joao, { reportedPostId: post, ...data });
    expect(await reasonOf(post)).toBe(UNDER_REVIEW);
    expect(rig.committed.at(-1)).toMatchObject({ actor: null, action: 'hide', caseId: id });
    expect(await rig.caseOf(admin, id)).toMatchObject({
      severity: 'urgent',
      minor: true,
      history: [{ actor: null, action: 'hide', reason: UNDER_REVIEW }],
      subject: { kind: 'post', id: post, title: 'Subi de elo', hidden: { reason: UNDER_REVIEW } },
    });
  });

  it('about a person hides what they sell to adults, and no more', async () => {
    const adult = { adult: true, category: 'nudez' };
    const [one, other] = [
      await addServiceRow(rig.pool, joao, adult),
      await addServiceRow(rig.pool, joao),
    ];
    const { id } = await rig.tellOf(ana, joao, { minor: true });
    expect(await rig.hiddenReason('services', 'id', one)).toBe(UNDER_REVIEW);
    expect(await rig.hiddenReason('services', 'id', other)).toBeNull();
    await rig.decide(admin, id, 'dismissed');
    expect(await rig.hiddenReason('services', 'id', one)).toBeNull();
  });

  it('hides nothing of the team', async () => {
    const post = await postOf(admin);
    const { id } = await minor(ana, admin, post);
    expect(await reasonOf(post)).toBeNull();
    expect(await rig.caseOf(await rig.admin(), id)).toMatchObject({ severity: 'urgent' });
  });

  it('counts where what it is about cannot be hidden', async () => {
    const post = await postOf(joao);
    rig.refuse('hide', 'not_found');
    const { id } = await minor(ana, joao, post);
    rig.refuse('hide', null);
    expect(await rig.caseOf(admin, id)).toMatchObject({ severity: 'urgent', history: [] });
  });

  it('hides nothing any more once two of its author were dismissed within 30 days', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { id } = await minor(ana, joao, await postOf(joao));
      await rig.decide(admin, id, 'dismissed');
    }
    const post = await postOf(joao);
    const { id } = await minor(ana, joao, post);
    expect(await reasonOf(post)).toBeNull();
    expect(await rig.caseOf(admin, id)).toMatchObject({ severity: 'urgent', minor: true });
    await rig.pool.query(
      `UPDATE cases SET decided_at = now() - interval '31 days' WHERE author_id = $1
       AND outcome = 'dismissed'`,
      [ana],
    );
    const later = await postOf(joao);
    await minor(ana, joao, later);
    expect(await reasonOf(later)).toBe(UNDER_REVIEW);
  });
});

describe('once it is dismissed', () => {
  it('what it hid is shown again', async () => {
    const post = await postOf(joao);
    const { id } = await minor(ana, joao, post);
    await rig.decide(admin, id, 'dismissed');
    expect(await reasonOf(post)).toBeNull();
    expect(rig.committed.at(-1)).toMatchObject({ action: 'restore', actor: { uid: admin } });
  });

  it('what the team has hidden stays hidden', async () => {
    const post = await postOf(joao);
    const { id } = await minor(ana, joao, post);
    await rig.pool.query(
      `INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason)
       VALUES ($1, $2, 'hide', 'post', $3, 'Golpe')`,
      [randomUUID(), admin, post],
    );
    await rig.decide(admin, id, 'dismissed');
    expect(await reasonOf(post)).toBe(UNDER_REVIEW);
  });

  it('what another open report holds stays hidden until that one is dismissed, too', async () => {
    const post = await postOf(joao);
    const first = await minor(ana, joao, post);
    const { rows } = await rig.pool.query('SELECT * FROM cases WHERE id = $1', [first.id]);
    // Hidden already, nobody finds it at the door any more: as of two who report at the same time.
    const second = { ...rows[0], id: randomUUID(), author_id: await rig.person() };
    delete second.number;
    const names = Object.keys(second);
    await rig.pool.query(
      `INSERT INTO cases (${names}) VALUES (${names.map((_, at) => `$${at + 1}`)})`,
      Object.values(second),
    );
    await rig.decide(admin, first.id, 'dismissed');
    expect(await reasonOf(post)).toBe(UNDER_REVIEW);
    await rig.decide(admin, second.id, 'dismissed');
    expect(await reasonOf(post)).toBeNull();
  });
});

describe('once it is upheld', () => {
  it('what it hid stays hidden, for the verdict’s reason', async () => {
    const post = await postOf(joao);
    const { id } = await minor(ana, joao, post);
    await rig.decide(admin, id, 'upheld', { reason: 'Há menor na foto.' });
    expect(await reasonOf(post)).toBe('Há menor na foto.');
    expect(rig.committed.at(-1)).toMatchObject({ action: 'hide', actor: { uid: admin } });
  });

  it('what the team shows again is shown', async () => {
    const post = await postOf(joao);
    const { id } = await minor(ana, joao, post);
    const actions = [{ action: 'restore' as const, on: 'subject' as const }];
    await rig.decide(admin, id, 'upheld', { actions });
    expect(await reasonOf(post)).toBeNull();
  });

  it('what the team has decided on since stays as it is', async () => {
    const post = await postOf(joao);
    const { id } = await minor(ana, joao, post);
    await rig.pool.query(
      `INSERT INTO moderation_actions (id, actor_id, action, subject_kind, subject_id, reason)
       VALUES ($1, $2, 'hide', 'post', $3, 'Golpe')`,
      [randomUUID(), admin, post],
    );
    await rig.decide(admin, id, 'upheld', { reason: 'Há menor na foto.' });
    expect(await reasonOf(post)).toBe(UNDER_REVIEW);
  });
});

describe('a report', () => {
  it('is not read by whom it is about, not by somebody of the team either', async () => {
    const other = await rig.admin();
    const { id } = await rig.tellOf(ana, other);
    const read = () => rig.desk(other).getCase({ params: { id } });
    expect((await refusal(read())).code).toBe('forbidden');
    await rig.decide(admin, id, 'dismissed');
    expect((await refusal(read())).code).toBe('forbidden');
    expect((await rig.caseOf(admin, id)).author.uid).toBe(ana);
  });

  it('stands in no list, number or log of whom it is about, and in everybody else’s', async () => {
    const reported = await rig.admin();
    const seen = async (by: string) => {
      const { items, open, urgent } = await rig.desk(by).listQueue({ query: { limit: '50' } });
      return { ids: items.map((item) => item.id), reports: open.report, urgent };
    };
    const closed = async (by: string) =>
      (await rig.desk(by).listQueue({ query: { state: 'closed' } })).items.map((item) => item.id);
    const [theirs, before] = [await seen(reported), await seen(admin)];
    const { id } = await rig.tellOf(ana, reported, { minor: true });
    expect(await seen(reported)).toEqual(theirs);
    const after = await seen(admin);
    expect(after).toMatchObject({ reports: before.reports + 1, urgent: before.urgent + 1 });
    expect(after.ids).toContain(id);
    const feedback = await rig.feedback(reported);
    expect((await rig.caseOf(reported, feedback.id)).author).toMatchObject({ reports: 0 });
    expect((await rig.caseOf(admin, feedback.id)).author).toMatchObject({ reports: 1 });
    await rig.decide(admin, id, 'dismissed');
    expect(await closed(reported)).not.toContain(id);
    expect(await closed(admin)).toContain(id);
    const logged = async (by: string) =>
      (await rig.desk(by).listActions({ query: { subject: id } })).actions.length;
    expect([await logged(reported), await logged(admin)]).toEqual([0, 1]);
  });

  const severity = async (about: string, data = {}) => {
    const { id } = await rig.tellOf(ana, about, data);
    const { rows } = await rig.pool.query('SELECT severity, minor FROM cases WHERE id = $1', [id]);
    return rows[0];
  };

  it('presses by what it is about', async () => {
    expect(await severity(joao)).toEqual({ severity: 2, minor: false });
    expect(await severity(joao, { minor: true })).toEqual({ severity: 4, minor: true });
    await addServiceRow(rig.pool, joao, { adult: true, category: 'nudez' });
    expect(await severity(joao)).toEqual({ severity: 3, minor: false });
    await rig.pool.query('UPDATE services SET deleted_at = now() WHERE seller_id = $1', [joao]);
    expect(await severity(joao)).toEqual({ severity: 2, minor: false });
  });

  it('about something for adults is high', async () => {
    const bia = await rig.person({ age_verified_until: new Date('2999-01-01') });
    const post = await postOf(joao, { sensitive: true });
    const { id } = await rig.tellOf(bia, joao, { reportedPostId: post });
    expect(await rig.caseOf(admin, id)).toMatchObject({
      severity: 'high',
      subject: { adult: true },
    });
  });
});
