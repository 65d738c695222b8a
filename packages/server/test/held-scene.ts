import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestApp, TestPerson } from './harness.ts';
import {
  addArchiveRow,
  addCommentRow,
  addPaidOrderRow,
  addPostRow,
  addServiceRow,
} from './rows.ts';

/** One value of the scene, and whose copies of their data it belongs to: in no other may it be. */
export interface Mark {
  readonly value: string;
  readonly readers: readonly TestPerson[];
}

type Columns = Readonly<Record<string, unknown>>;

interface Stage {
  readonly app: TestApp;
  readonly marks: Mark[];
  /** A value like no other, for these people's eyes. */
  mark(name: string, ...readers: TestPerson[]): string;
  /** Marks an id. */
  note(value: string, ...readers: TestPerson[]): string;
  insert(table: string, row: Columns): Promise<void>;
  update(table: string, key: Columns, row: Columns): Promise<void>;
}

function stageOf(app: TestApp): Stage {
  const marks: Mark[] = [];
  const note = (value: string, ...readers: TestPerson[]) => {
    marks.push({ value, readers });
    return value;
  };
  return {
    app,
    marks,
    note,
    mark: (name, ...readers) => note(`${name}-${randomUUID().slice(0, 13)}`, ...readers),
    insert: async (table, row) => {
      const places = Object.keys(row).map((_, at) => `$${at + 1}`);
      const text = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places})`;
      await app.pool.query(text, Object.values(row));
    },
    update: async (table, key, row) => {
      const set = (columns: Columns, from: number, by: string) =>
        Object.keys(columns)
          .map((name, at) => `${name} = $${from + at}`)
          .join(by);
      const where = set(key, Object.keys(row).length + 1, ' AND ');
      const text = `UPDATE ${table} SET ${set(row, 1, ', ')} WHERE ${where}`;
      await app.pool.query(text, [...Object.values(row), ...Object.values(key)]);
    },
  };
}

const past = new Date('2026-11-01T12:00:00Z');

/** What one person has that nobody else may know. */
async function furnish(stage: Stage, admin: TestPerson, me: TestPerson): Promise<void> {
  const { mark, note, insert, update } = stage;
  const { uid } = me;
  note(me.email, me);
  await update(
    'users',
    { uid },
    {
      bio: mark('bio', me),
      effect_phrase: mark('phrase', me),
      discord_id: mark('discord', me),
      subject: mark('subject', me),
      privacy: 'private',
      hidden_reason: mark('user-hidden', me),
      age_verified_until: past,
    },
  );
  await update('sessions', { uid }, { device: mark('device', me) });
  await insert('age_checks', {
    uid,
    id: randomUUID(),
    provider: 'demo',
    provider_check_id: mark('check', me),
    url: mark('check-url'),
    return_path: '/',
    state: 'approved',
    method: mark('method', me),
    verified_until: past,
    decided_at: past,
  });
  await insert('notice_settings', { uid, topics: '{}', time_zone: mark('zone', me) });
  await insert('missed_mails', { uid, mailed_at: past });
  const { rows } = await stage.app.pool.query('SELECT id FROM sessions WHERE uid = $1', [uid]);
  await insert('push_subscriptions', {
    endpoint: `https://${mark('push', me)}/${mark('push-key')}`,
    uid,
    p256dh: mark('p256dh'),
    auth: mark('auth'),
    session_id: rows[0].id,
  });
  await insert('discord_link_states', {
    state_hash: Buffer.from(mark('state')),
    uid,
    session_id: rows[0].id,
    expires_at: past,
  });
  await insert('withdrawals', {
    id: randomUUID(),
    owner_id: uid,
    amount: 500,
    pix_key_kind: 'email',
    pix_key: mark('pix', me),
    idempotency_key: mark('withdrawal-key'),
    status: 'refused',
    reason: mark('refusal', me),
    decided_by: admin.uid,
    decided_at: past,
  });
  await insert('data_exports', {
    id: note(randomUUID(), me),
    person_id: uid,
    state: 'failed',
    file_key: mark('export-key'),
  });
  await insert('notifications', {
    id: randomUUID(),
    receiver_id: uid,
    type: 'payment',
    content: mark('told', me),
    additional_info: { paymentId: randomUUID() },
    dedupe_key: mark('dedupe'),
  });
  await publish(stage, me);
  await complain(stage, admin, me);
}

/** Services, posts, pictures and files, standing and taken away. */
async function publish({ app, mark, note, insert, update }: Stage, me: TestPerson) {
  const { pool } = app;
  const file = async (key: string, content: string) => {
    const path = join(app.dataDir, 'files/objects', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return Buffer.byteLength(content);
  };
  const title = () => mark('service', me);
  const own = await addServiceRow(pool, me.uid, { title: title(), description: mark('about', me) });
  const hidden = await addServiceRow(pool, me.uid, {
    title: title(),
    hidden_at: past,
    hidden_reason: mark('service-hidden', me),
  });
  await addServiceRow(pool, me.uid, { title: title(), deleted_at: past });
  const archive = async (service: string | null, content: string, name: string) => {
    const id = await addArchiveRow(pool, me.uid, { service_id: service, name });
    await update('archives', { id }, { size: await file(`archives/${id}/file.png`, content) });
  };
  await archive(own, mark('file', me), mark('file-name', me));
  await archive(null, mark('waiting', me), mark('waiting-name', me));
  await archive(hidden, mark('hidden-file'), mark('hidden-name'));
  const picture = async (content: string, columns: Columns = {}) => {
    const id = randomUUID();
    await insert('pictures', { id, owner_id: me.uid, kind: 'avatar', ...columns });
    await file(`pictures/${id}/384.webp`, content);
    return id;
  };
  note(await picture(mark('picture', me)), me);
  note(await picture(mark('hidden-picture'), { hidden_at: past }));
  await addPostRow(pool, me.uid, { title: mark('post', me), description: mark('post-text', me) });
  await addPostRow(pool, me.uid, {
    title: mark('post', me),
    hidden_at: past,
    hidden_reason: mark('post-hidden', me),
  });
}

/** What somebody tells the team beside reports, and what the team decided about them. */
async function complain({ mark, insert }: Stage, admin: TestPerson, me: TestPerson) {
  const decision = randomUUID();
  await insert('decisions', {
    id: decision,
    person_id: me.uid,
    action: 'warn',
    subject_kind: 'user',
    subject_id: me.uid,
    excerpt: mark('excerpt', me),
    reason: mark('decision', me),
  });
  await insert('moderation_actions', {
    id: randomUUID(),
    actor_id: admin.uid,
    action: 'warn',
    subject_kind: 'user',
    subject_id: me.uid,
    reason: mark('log'),
  });
  const answered = { author_id: me.uid, status: 'closed', decided_by: admin.uid, decided_at: past };
  const cases = [
    { kind: 'appeal', outcome: 'denied', decision_id: decision },
    { kind: 'feedback', outcome: 'useful' },
  ];
  for (const one of cases) {
    const texts = { message: mark(one.kind, me), answer: mark(`${one.kind}-answer`, me) };
    await insert('cases', { id: randomUUID(), ...answered, ...one, ...texts });
  }
}

/** What `me` did towards `other`. */
async function meet(stage: Stage, admin: TestPerson, me: TestPerson, other: TestPerson) {
  const { app, mark, insert } = stage;
  const service = await addServiceRow(app.pool, other.uid, { title: mark('sold', other) });
  const parties = { service, buyer: me.uid, seller: other.uid };
  const order = await addPaidOrderRow(app.pool, parties, {
    product_name: mark('order', me, other),
    service_status: 'complete',
    ended_it: other.uid,
    provider_checkout_id: mark('checkout', me),
    provider_payment_id: mark('provider-payment', me),
    checkout_url: mark('checkout-url'),
    idempotency_key: mark('order-key'),
    amount_paid: 4990,
  });
  await insert('payment_steps', {
    id: randomUUID(),
    payment_id: order,
    status: 'complete',
    actor: 'admin',
    actor_id: admin.uid,
  });
  await insert('refunds', {
    id: stage.note(randomUUID(), me),
    payment_id: order,
    amount: 10,
    reason: 'overpaid',
  });
  await pay(stage, order, me, other);
  await review(stage, { order, service }, me, other);
  await download(stage, order, me, other);
  await say(stage, me, other);
  await report(stage, admin, me, other);
  await insert('calls', {
    id: stage.note(randomUUID(), me, other),
    caller_id: me.uid,
    callee_id: other.uid,
    rings_until: past,
    state: 'ended',
    outcome: 'left',
    ended_at: past,
    channel_id: mark('channel'),
    invite_link: mark('invite'),
  });
}

async function pay({ app, note }: Stage, order: string, me: TestPerson, other: TestPerson) {
  const [transaction, paid, held] = [
    randomUUID(),
    note(randomUUID(), me),
    note(randomUUID(), other),
  ];
  const text = `WITH made AS (INSERT INTO ledger_transactions (id, kind, payment_id)
      VALUES ($1, 'payment', $2) RETURNING id, created_at)
    INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount, created_at)
    SELECT e.id, made.id, e.account, e.owner, e.amount, made.created_at FROM made,
      (VALUES ($3::uuid, 'buyer', $4::uuid, -4990), ($5::uuid, 'held', $6::uuid, 4990))
        AS e(id, account, owner, amount)`;
  await app.pool.query(text, [transaction, order, paid, me.uid, held, other.uid]);
}

async function review(
  { app, mark, insert }: Stage,
  { order, service }: { readonly order: string; readonly service: string },
  me: TestPerson,
  other: TestPerson,
) {
  const facts = { service_id: service, seller_id: other.uid, author_id: me.uid, recommend: true };
  await insert('reviews', {
    ...facts,
    id: randomUUID(),
    payment_id: order,
    title: mark('review', me, other),
    description: mark('review-text', me, other),
    rating: 5,
    answer: mark('answer', me, other),
    answered_at: past,
  });
  const parties = { service, buyer: me.uid, seller: other.uid };
  await insert('reviews', {
    ...facts,
    id: randomUUID(),
    payment_id: await addPaidOrderRow(app.pool, parties, { service_status: 'complete' }),
    title: mark('hidden-review', me),
    description: mark('hidden-review-text', me),
    rating: 1,
    hidden_at: past,
    hidden_reason: mark('review-hidden', me),
    answer: mark('answer-to-hidden', me, other),
    answered_at: past,
  });
}

async function download(
  { app, mark, insert }: Stage,
  order: string,
  me: TestPerson,
  other: TestPerson,
) {
  const name = mark('bought-file', me);
  const archive = await addArchiveRow(app.pool, other.uid, { name, removed_at: past });
  await insert('order_archives', { payment_id: order, archive_id: archive, position: 0 });
  await insert('pack_downloads', { payment_id: order, archive_id: archive, kind: 'file' });
}

async function say({ app, mark, insert }: Stage, me: TestPerson, other: TestPerson) {
  const { pool } = app;
  const [low, high] = [me.uid, other.uid].sort();
  await pool.query(
    `INSERT INTO conversations (id, low_id, high_id, active_at) VALUES ($1, $2, $3, now())
     ON CONFLICT DO NOTHING`,
    [randomUUID(), low, high],
  );
  const { rows } = await pool.query(
    'SELECT id, last_seq + 1 AS seq FROM conversations WHERE low_id = $1 AND high_id = $2',
    [low, high],
  );
  const [{ id, seq }] = rows;
  await pool.query('UPDATE conversations SET last_seq = $2 WHERE id = $1', [id, seq]);
  const numbers = await Promise.all([me, other].map(({ uid }) => nextNumber(app, uid)));
  await insert('messages', {
    id: randomUUID(),
    conversation_id: id,
    seq,
    sender_id: me.uid,
    receiver_id: other.uid,
    message: mark('message', me, other),
    sent_at: new Date(past.getTime() + seq),
    sender_n: numbers[0],
    receiver_n: numbers[1],
    origin: mark('origin'),
  });
  await insert('conversation_members', { conversation_id: id, uid: me.uid, muted_at: past });
  const post = await addPostRow(pool, other.uid, { title: mark('liked', other) });
  await addCommentRow(pool, { post, author: me.uid }, { text: mark('comment', me) });
  const hidden = { hidden_at: past, hidden_reason: mark('comment-hidden', me) };
  await addCommentRow(pool, { post, author: me.uid }, { text: mark('comment', me), ...hidden });
  await insert('post_likes', { post_uid: post, user_id: me.uid });
  await gather({ insert }, { post, me, other });
}

/** What `other` is told of a like, as a row that gathers them. */
async function gather(
  { insert }: Pick<Stage, 'insert'>,
  {
    post,
    me,
    other,
  }: { readonly post: string; readonly me: TestPerson; readonly other: TestPerson },
) {
  const id = randomUUID();
  const row = { id, receiver_id: other.uid, sender_id: me.uid, type: 'like', content: '' };
  await insert('notifications', { ...row, post_uid: post, dedupe_key: `like ${post}` });
  await insert('notification_facts', {
    notification_id: id,
    round: 1,
    fact_id: me.uid,
    by_uid: me.uid,
  });
}

async function nextNumber({ pool }: TestApp, uid: string): Promise<number> {
  const text = `INSERT INTO inboxes AS i (uid, last_n) VALUES ($1, 1)
    ON CONFLICT (uid) DO UPDATE SET last_n = i.last_n + 1 RETURNING last_n`;
  return Number((await pool.query(text, [uid])).rows[0].last_n);
}

async function report(
  { mark, insert }: Stage,
  admin: TestPerson,
  me: TestPerson,
  other: TestPerson,
) {
  await insert('cases', {
    id: randomUUID(),
    kind: 'report',
    author_id: me.uid,
    reported_user_id: other.uid,
    title: mark('report', me),
    message: mark('report-text', me),
    status: 'closed',
    outcome: 'upheld',
    answer: mark('report-answer', me),
    assigned_to: admin.uid,
    decided_by: admin.uid,
    decided_at: past,
  });
}

/**
 * Three people with everything between them, as rows of the database, each value of theirs unlike any
 * other: what they wrote to each other, bought, sold, reviewed, reported, what the team took away and
 * why. One of them blocks another one, the third one is suspended.
 */
export async function createHeldScene(app: TestApp) {
  const stage = stageOf(app);
  const admin = await app.admin();
  const people = [
    await app.person('ana'),
    await app.person('bia'),
    await app.person('caio'),
  ] as const;
  for (const me of people) await furnish(stage, admin, me);
  for (const me of people) {
    for (const other of people) if (me !== other) await meet(stage, admin, me, other);
  }
  const [ana, bia, caio] = people;
  await stage.insert('user_blocks', { blocker_id: ana.uid, blocked_id: caio.uid });
  await stage.insert('call_people', { uid: ana.uid, call_id: await anyCall(app) });
  const suspended = { suspended_at: past, suspended_reason: stage.mark('suspended', caio) };
  await stage.update('users', { uid: caio.uid }, suspended);
  // Who of the team it was is in nobody's copy.
  stage.note(admin.uid);
  stage.note(admin.email);
  return { ana, bia, caio, people, marks: stage.marks };
}

const anyCall = async ({ pool }: TestApp): Promise<string> =>
  (await pool.query('SELECT id FROM calls LIMIT 1')).rows[0].id;

export type HeldScene = Awaited<ReturnType<typeof createHeldScene>>;
