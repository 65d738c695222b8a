import { dataExportReader, exportedUid } from '../../../platform/database/data-export.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { instantText } from '../../../platform/database/time-text.ts';

/**
 * The push subscriptions of a person as JSON. Only the host of a subscription's address is exported, because the rest
 * of the address is a secret.
 */
const pushDevices = sql`coalesce((SELECT json_agg(json_build_object('id', s.id,
    'service', substring(s.endpoint FROM '^[a-z]+://[^/]+'),
    'createdAt', ${instantText(sql`s.created_at`)}) ORDER BY s.created_at)
  FROM push_subscriptions s WHERE s.uid = u.uid), '[]')`;

/** Delivery preferences and push subscriptions of the person. A null preference means that the default applies. */
export const deliverySettingsDataExport = dataExportReader({
  columns: sql`n.topics, n.quiet_from::text AS "quietFrom", n.quiet_to::text AS "quietTo",
    n.time_zone AS "timeZone", ${pushDevices} AS devices, m.mailed_at AS "missedMessagesMailedAt"`,
  from: sql`FROM users u LEFT JOIN notice_settings n ON n.uid = u.uid
    LEFT JOIN missed_mails m ON m.uid = u.uid WHERE u.uid = ${exportedUid}`,
  sortTime: sql`u.created_at`,
  id: sql`u.uid`,
});
