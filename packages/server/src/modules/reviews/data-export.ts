import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { exportedOtherPerson } from '../users/index.ts';

const isOwnReview = sql`r.author_id = ${exportedUid}`;
/**
 * Condition: the review's text and rating are exported. A hidden review is exported to its author only; the export of
 * its seller contains only the seller's own answer.
 */
const isExported = sql`(${isOwnReview} OR r.hidden_at IS NULL)`;

/** Reviews that the person wrote as a buyer, and reviews that the person received as a seller. */
export const reviewsDataExport = dataExportReader({
  columns: sql`r.id, CASE WHEN ${isOwnReview} THEN 'written' ELSE 'received' END AS role,
    r.payment_id AS "paymentId", r.service_id AS "serviceId", ${exportedOtherPerson('other')} AS person,
    CASE WHEN ${isExported} THEN r.title END AS title,
    CASE WHEN ${isExported} THEN r.description END AS description,
    CASE WHEN ${isExported} THEN r.rating END AS rating,
    CASE WHEN ${isExported} THEN r.recommend END AS recommend,
    r.answer, r.answered_at AS "answeredAt", r.hidden_at AS "hiddenAt",
    CASE WHEN ${isOwnReview} THEN r.hidden_reason END AS "hiddenReason", r.created_at AS "createdAt"`,
  from: sql`FROM payments p JOIN reviews r ON r.payment_id = p.id
    JOIN users other
      ON other.uid = CASE WHEN ${isOwnReview} THEN r.seller_id ELSE r.author_id END
    WHERE (p.buyer_id = ${exportedUid} OR p.seller_id = ${exportedUid})`,
  sortTime: sql`r.created_at`,
  id: sql`r.id`,
});
