import { limits } from '@guilda/contract/limits';
import { decimalText } from '../../platform/database/data-export.ts';
import type { Db } from '../../platform/database/pool.ts';
import { type SQL, sql } from '../../platform/database/query-builder.ts';
import { timeText } from '../../platform/database/time-text.ts';
import type {
  EvidenceCall,
  EvidenceConversation,
  EvidenceDownload,
  EvidenceFile,
  EvidenceOrder,
  EvidenceRefund,
  EvidenceReview,
  EvidenceStep,
} from './evidence-content.ts';

/** Runs a query whose columns are the fields of `Row`. */
async function readRows<Row extends object>(db: Db, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute(query);
  return rows as Row[];
}

/** SQL expression that says whether a uid is the buyer or the seller of the order `p`. */
const partyOfUidSql = (uid: SQL): SQL =>
  sql`CASE ${uid} WHEN p.buyer_id THEN 'buyer' ELSE 'seller' END`;

const personJsonSql = (user: SQL): SQL =>
  sql`json_build_object('uid', ${user}.uid, 'username', ${user}.username, 'name', ${user}.display_name)`;

/** The order with buyer and seller and the service as it was sold; null when the order does not exist. */
export async function readEvidenceOrder(db: Db, orderId: string): Promise<EvidenceOrder | null> {
  const rows = await readRows<EvidenceOrder>(
    db,
    sql`SELECT p.id, p.purchase_code AS "purchaseCode", p.service_status AS status,
      ${personJsonSql(sql`b`)} AS buyer, ${personJsonSql(sql`s`)} AS seller,
      ${decimalText(sql`amount_due(p)`)} AS price, ${decimalText(sql`p.amount_paid`)} AS "amountPaid",
      ${decimalText(sql`p.amount_refunded`)} AS "amountRefunded", p.provider,
      p.provider_payment_id AS "providerPaymentId", ${timeText(sql`p.created_at`)} AS "createdAt",
      ${timeText(sql`p.paid_at`)} AS "paidAt", ${timeText(sql`p.started_service_at`)} AS "startedAt",
      ${timeText(sql`p.pack_opened_at`)} AS "packOpenedAt", ${timeText(sql`p.ended_at`)} AS "endedAt",
      ${partyOfUidSql(sql`p.ended_it`)} AS "endedBy", p.service_id AS "serviceId", p.product_name AS title,
      v.description, v.category, p.type
    FROM payments p JOIN users b ON b.uid = p.buyer_id JOIN users s ON s.uid = p.seller_id
      LEFT JOIN sold_services v ON v.payment_id = p.id
    WHERE p.id = ${orderId}::uuid`,
  );
  const [order] = rows;
  return order ? { ...order, endedBy: order.endedAt === null ? null : order.endedBy } : null;
}

/** The files of the pack as it was sold, in order. */
export const readSoldFiles = (db: Db, orderId: string): Promise<EvidenceFile[]> =>
  readRows(
    db,
    sql`SELECT a.id, a.name, a.type, a.size::float8 AS size, a.sha256
      FROM order_archives o JOIN archives a ON a.id = o.archive_id
      WHERE o.payment_id = ${orderId}::uuid ORDER BY o.position, a.id`,
  );

/** The state changes (steps) of the order, oldest first, each with its hash and that of the previous step, in hex. */
export const readSteps = (db: Db, orderId: string): Promise<EvidenceStep[]> =>
  readRows(
    db,
    sql`SELECT s.id, s.seq, s.status, s.actor AS by, s.actor_id AS "actorId", ${timeText(sql`s.at`)} AS at,
        encode(s.prev_hash, 'hex') AS "prevHash", encode(s.hash, 'hex') AS hash
      FROM payment_steps s WHERE s.payment_id = ${orderId}::uuid ORDER BY s.at, s.seq`,
  );

/** The bytes sent to the buyer per file and day, newest first; one row more than the limit when there are more. */
export const readDownloads = (db: Db, orderId: string): Promise<EvidenceDownload[]> =>
  readRows(
    db,
    sql`SELECT d.archive_id AS "fileId", a.name AS file, d.kind, d.day::text AS day, d.requests,
        d.redirects, d.bytes::float8 AS bytes, ${timeText(sql`d.first_at`)} AS "firstAt",
        ${timeText(sql`d.last_at`)} AS "lastAt"
      FROM pack_download_days d LEFT JOIN archives a ON a.id = d.archive_id
      WHERE d.payment_id = ${orderId}::uuid
      ORDER BY d.day DESC, d.last_at DESC LIMIT ${limits.evidenceFacts + 1}`,
  );

/**
 * The calls between buyer and seller since the checkout, newest first; one row more than the limit when there are more.
 */
export const readCalls = (db: Db, orderId: string): Promise<EvidenceCall[]> =>
  readRows(
    db,
    sql`SELECT c.id, ${partyOfUidSql(sql`c.caller_id`)} AS "from", ${timeText(sql`c.placed_at`)} AS "rangAt",
        ${timeText(sql`c.accepted_at`)} AS "answeredAt", ${timeText(sql`c.ended_at`)} AS "endedAt", c.outcome,
        CASE c.caller_id WHEN p.buyer_id THEN c.caller_seconds ELSE c.callee_seconds END AS "buyerSeconds",
        CASE c.caller_id WHEN p.buyer_id THEN c.callee_seconds ELSE c.caller_seconds END AS "sellerSeconds"
      FROM payments p JOIN calls c ON (c.caller_id, c.callee_id) IN
        ((p.buyer_id, p.seller_id), (p.seller_id, p.buyer_id)) AND c.placed_at >= p.created_at
      WHERE p.id = ${orderId}::uuid
      ORDER BY c.placed_at DESC, c.id DESC LIMIT ${limits.evidenceFacts + 1}`,
  );

const conversationOfOrder = sql`payments p
  JOIN conversations v ON v.low_id = least(p.buyer_id, p.seller_id)
    AND v.high_id = greatest(p.buyer_id, p.seller_id)
  JOIN messages m ON m.conversation_id = v.id AND m.sent_at >= p.created_at`;

/**
 * The newest messages between buyer and seller since the checkout, up to the limit, oldest first, and the total number
 * of messages.
 */
export async function readConversation(db: Db, orderId: string): Promise<EvidenceConversation> {
  const [countRow] = await readRows<{ total: number }>(
    db,
    sql`SELECT count(*)::integer AS total FROM ${conversationOfOrder} WHERE p.id = ${orderId}::uuid`,
  );
  const messages = await readRows<EvidenceConversation['messages'][number]>(
    db,
    sql`SELECT m.id, ${partyOfUidSql(sql`m.sender_id`)} AS "from", ${timeText(sql`m.sent_at`)} AS "sentAt",
        m.system, m.message AS text
      FROM ${conversationOfOrder} WHERE p.id = ${orderId}::uuid
      ORDER BY m.seq DESC LIMIT ${limits.evidenceMessages}`,
  );
  return { total: countRow?.total ?? 0, messages: messages.toReversed() };
}

/** The review of the order with the seller's answer, also when the review is hidden. */
export const readReviews = (db: Db, orderId: string): Promise<EvidenceReview[]> =>
  readRows(
    db,
    sql`SELECT r.id, r.rating, r.recommend, r.title, r.description, ${timeText(sql`r.created_at`)} AS "createdAt",
        r.answer, ${timeText(sql`r.answered_at`)} AS "answeredAt", r.hidden_at IS NOT NULL AS hidden
      FROM reviews r WHERE r.payment_id = ${orderId}::uuid ORDER BY r.created_at, r.id`,
  );

export const readRefunds = (db: Db, orderId: string): Promise<EvidenceRefund[]> =>
  readRows(
    db,
    sql`SELECT r.id, ${decimalText(sql`r.amount`)} AS amount, r.reason, r.status,
        r.provider_refund_id AS "providerRefundId", ${timeText(sql`r.created_at`)} AS "createdAt"
      FROM refunds r WHERE r.payment_id = ${orderId}::uuid ORDER BY r.created_at, r.id`,
  );
