import { dataExportReader, decimalText, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { instantText } from '../../platform/database/time-text.ts';
import { exportedOtherPerson } from '../users/index.ts';

const isBoughtByPerson = sql`p.buyer_id = ${exportedUid}`;

/**
 * The timeline of an order as JSON: each state with its time and the party that caused it. The name of an administrator
 * is not exported.
 */
const orderStepsJson = sql`coalesce((SELECT json_agg(json_build_object('status', s.status, 'by', s.actor,
    'at', ${instantText(sql`s.at`)}) ORDER BY s.at) FROM payment_steps s
  WHERE s.payment_id = p.id), '[]')`;

const refundsJson = sql`coalesce((SELECT json_agg(json_build_object('id', r.id,
    'amount', ${decimalText(sql`r.amount`)}, 'reason', r.reason, 'status', r.status,
    'createdAt', ${instantText(sql`r.created_at`)}) ORDER BY r.created_at) FROM refunds r
  WHERE r.payment_id = p.id), '[]')`;

const disputeJson = sql`(SELECT json_build_object('id', d.id, 'state', d.state, 'reason', d.reason,
    'description', d.description, 'openedAt', ${instantText(sql`d.opened_at`)},
    'answer', d.answer_message, 'offer', ${decimalText(sql`d.offer`)}, 'outcome', d.outcome,
    'refundedAmount', ${decimalText(sql`d.refunded_amount`)},
    'decidedAt', ${instantText(sql`d.decided_at`)}, 'decisionReason', d.decision_reason)
  FROM disputes d WHERE d.payment_id = p.id)`;
const soldServiceJson = sql`(SELECT json_build_object('category', v.category, 'description', v.description)
  FROM sold_services v WHERE v.payment_id = p.id)`;
/** The chargebacks of an order as JSON, for buyer and seller. */
const chargebacksJson = sql`coalesce((SELECT json_agg(json_build_object('kind', c.kind,
    'amount', ${decimalText(sql`c.amount`)}, 'status', c.status,
    'createdAt', ${instantText(sql`c.created_at`)}, 'decidedAt', ${instantText(sql`c.decided_at`)})
    ORDER BY c.created_at) FROM chargebacks c
  WHERE c.payment_id = p.id), '[]')`;

/** Orders of the person as buyer and as seller. Payment details are exported to the buyer only. */
export const ordersDataExport = dataExportReader({
  columns: sql`p.id, CASE WHEN ${isBoughtByPerson} THEN 'buyer' ELSE 'seller' END AS role,
    p.purchase_code AS "purchaseCode", p.service_id AS "serviceId",
    p.product_name AS "productName", p.type, ${decimalText(sql`amount_due(p)`)} AS price,
    p.photo_url AS "photoURL", ${soldServiceJson} AS service, p.adult, p.adult_by_team AS "adultByTeam", ${exportedOtherPerson('other')} AS person,
    p.service_status AS "serviceStatus", p.paid_at AS "paidAt", p.start_by AS "startBy",
    p.started_service_at AS "startedServiceAt", p.ended_at AS "endedAt", p.held_until AS "heldUntil", p.pack_opened_at AS "packOpenedAt",
    ${disputeJson} AS dispute,
    CASE WHEN p.ended_it = p.buyer_id THEN 'buyer' WHEN p.ended_it = p.seller_id THEN 'seller' END
      AS "endedBy",
    p.reviewed, p.rating, ${orderStepsJson} AS steps, ${chargebacksJson} AS chargebacks,
    CASE WHEN ${isBoughtByPerson} THEN json_build_object('provider', p.provider,
      'checkoutId', p.provider_checkout_id, 'paymentId', p.provider_payment_id,
      'amountPaid', ${decimalText(sql`p.amount_paid`)},
      'amountRefunded', ${decimalText(sql`p.amount_refunded`)},
      'amountTakenBack', ${decimalText(sql`p.amount_taken_back`)},
      'expiresAt', ${instantText(sql`p.expires_at`)}, 'refunds', ${refundsJson}) END AS payment,
    p.created_at AS "createdAt", p.updated_at AS "updatedAt"`,
  from: sql`FROM payments p
    JOIN users other ON other.uid = CASE WHEN ${isBoughtByPerson} THEN p.seller_id ELSE p.buyer_id END
    WHERE (p.buyer_id = ${exportedUid} OR p.seller_id = ${exportedUid})`,
  sortTime: sql`p.created_at`,
  id: sql`p.id`,
});
