import { randomUUID } from 'node:crypto';
import {
  buildComment,
  buildPackFile,
  buildPaidOrder,
  buildPost,
  buildService,
} from '../../fixtures/data/builders.ts';
import type { TestApp, TestPerson } from '../../fixtures/server/test-app.ts';
import { type MarkedValues, pastTime } from './marked-values.ts';

/** Inserts data that `me` created about or for `other`. */
export async function insertSharedData(
  marked: MarkedValues,
  admin: TestPerson,
  me: TestPerson,
  other: TestPerson,
) {
  const { app, mark, insert } = marked;
  const serviceId = await buildService(app.pool, other.uid, { title: mark('sold', other) });
  const parties = { service: serviceId, buyer: me.uid, seller: other.uid };
  const orderId = await buildPaidOrder(app.pool, parties, {
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
    payment_id: orderId,
    status: 'complete',
    actor: 'admin',
    actor_id: admin.uid,
  });
  await insert('refunds', {
    id: marked.markValue(randomUUID(), me),
    payment_id: orderId,
    amount: 10,
    reason: 'overpaid',
  });
  await insertPayment(marked, orderId, me, other);
  await writeReview(marked, { order: orderId, service: serviceId }, me, other);
  await downloadFile(marked, orderId, me, other);
  await insertMessages(marked, me, other);
  await reportContent(marked, admin, me, other);
  await insert('calls', {
    id: marked.markValue(randomUUID(), me, other),
    caller_id: me.uid,
    callee_id: other.uid,
    rings_until: pastTime,
    state: 'ended',
    outcome: 'left',
    ended_at: pastTime,
    channel_id: mark('channel'),
    invite_link: mark('invite'),
  });
}

async function insertPayment(
  { app, markValue }: MarkedValues,
  orderId: string,
  me: TestPerson,
  other: TestPerson,
) {
  const [transaction, paid, held] = [
    randomUUID(),
    markValue(randomUUID(), me),
    markValue(randomUUID(), other),
  ];
  const text = `WITH made AS (INSERT INTO ledger_transactions (id, kind, payment_id)
      VALUES ($1, 'payment', $2) RETURNING id, created_at)
    INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount, created_at)
    SELECT e.id, made.id, e.account, e.owner, e.amount, made.created_at FROM made,
      (VALUES ($3::uuid, 'buyer', $4::uuid, -4990), ($5::uuid, 'held', $6::uuid, 4990))
        AS e(id, account, owner, amount)`;
  await app.pool.query(text, [transaction, orderId, paid, me.uid, held, other.uid]);
}

async function writeReview(
  { app, mark, insert }: MarkedValues,
  { order, service }: { readonly order: string; readonly service: string },
  me: TestPerson,
  other: TestPerson,
) {
  const reviewColumns = {
    service_id: service,
    seller_id: other.uid,
    author_id: me.uid,
    recommend: true,
  };
  await insert('reviews', {
    ...reviewColumns,
    id: randomUUID(),
    payment_id: order,
    title: mark('review', me, other),
    description: mark('review-text', me, other),
    rating: 5,
    answer: mark('answer', me, other),
    answered_at: pastTime,
  });
  const parties = { service, buyer: me.uid, seller: other.uid };
  await insert('reviews', {
    ...reviewColumns,
    id: randomUUID(),
    payment_id: await buildPaidOrder(app.pool, parties, { service_status: 'complete' }),
    title: mark('hidden-review', me),
    description: mark('hidden-review-text', me),
    rating: 1,
    hidden_at: pastTime,
    hidden_reason: mark('review-hidden', me),
    answer: mark('answer-to-hidden', me, other),
    answered_at: pastTime,
  });
}

async function downloadFile(
  { app, mark, insert }: MarkedValues,
  orderId: string,
  me: TestPerson,
  other: TestPerson,
) {
  const name = mark('bought-file', me, other);
  const archiveId = await buildPackFile(app.pool, other.uid, { name, removed_at: pastTime });
  await insert('order_archives', { payment_id: orderId, archive_id: archiveId, position: 0 });
  await insert('pack_downloads', { payment_id: orderId, archive_id: archiveId, kind: 'file' });
}

async function insertMessages(
  { app, mark, insert }: MarkedValues,
  me: TestPerson,
  other: TestPerson,
) {
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
  const inboxNumbers = await Promise.all([me, other].map(({ uid }) => nextNumber(app, uid)));
  await insert('messages', {
    id: randomUUID(),
    conversation_id: id,
    seq,
    sender_id: me.uid,
    receiver_id: other.uid,
    message: mark('message', me, other),
    sent_at: new Date(pastTime.getTime() + seq),
    sender_n: inboxNumbers[0],
    receiver_n: inboxNumbers[1],
    origin: mark('origin'),
  });
  await insert('conversation_members', { conversation_id: id, uid: me.uid, muted_at: pastTime });
  const postId = await buildPost(pool, other.uid, { title: mark('liked', other) });
  await buildComment(pool, { post: postId, author: me.uid }, { text: mark('comment', me) });
  const hiddenColumns = { hidden_at: pastTime, hidden_reason: mark('comment-hidden', me) };
  await buildComment(
    pool,
    { post: postId, author: me.uid },
    { text: mark('comment', me), ...hiddenColumns },
  );
  await insert('post_likes', { post_uid: postId, user_id: me.uid });
  await insertLikeNotification({ insert }, { post: postId, me, other });
}

/** Inserts the notification that `other` gets when `me` likes the post. */
async function insertLikeNotification(
  { insert }: Pick<MarkedValues, 'insert'>,
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

async function reportContent(
  { mark, insert }: MarkedValues,
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
    decided_at: pastTime,
  });
}
