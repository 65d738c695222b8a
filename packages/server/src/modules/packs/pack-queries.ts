import { soldStatuses } from '@guilda/contract/orders/order-statuses';
import { textLiterals } from '../../platform/database/any-of.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { hasVerifiedAge } from '../users/index.ts';
import type { PackScope } from './pack-address.ts';

/**
 * A pack that the person may open, except that two checks are still to be done: `hidden`, and the age check with `adult`
 * and `hasAgeCheck`.
 */
export interface PackDetails {
  readonly serviceId: string;
  readonly title: string;
  /** Price in centavos. */
  readonly price: number;
  readonly image: string;
  /** Whether moderation has hidden the service; nobody opens the pack then. */
  readonly hidden: boolean;
  /** Whether the pack is for adults. */
  readonly adult: boolean;
  /** Whether the person has a valid age check. */
  readonly hasAgeCheck: boolean;
  /** Whether the buyer of the order has received bytes of the pack before; always true for an own pack. */
  readonly wasOpened: boolean;
}

const placeholder = (name: string) => sql.placeholder(name);

/** Condition: the person's account is neither closed nor suspended. */
const isAccountActive = sql`users.deleted_at IS NULL AND users.suspended_at IS NULL`;

/** Statement for the pack of a service of the person; no row when the service is deleted. */
const ownPackStatement = compileStatement<PackDetails>(
  sql`SELECT services.id AS "serviceId", services.title, services.price,
      services.photo_url AS image, services.hidden_at IS NOT NULL AS hidden, services.adult, ${hasVerifiedAge} AS "hasAgeCheck",
      true AS "wasOpened"
    FROM services JOIN users ON users.uid = services.seller_id
    WHERE services.id = ${placeholder('id')} AND users.uid = ${placeholder('person')}
      AND services.type = 'media' AND services.deleted_at IS NULL AND ${isAccountActive}`,
  'own pack',
);

/** Statement for the pack of an order as it was bought; a row only between the payment and a refund. */
const purchasedPackStatement = compileStatement<PackDetails>(
  sql`SELECT services.id AS "serviceId", payments.product_name AS title,
      amount_due(payments) AS price,
      payments.photo_url AS image, services.hidden_at IS NOT NULL AS hidden,
      (payments.adult OR services.adult) AS adult, ${hasVerifiedAge} AS "hasAgeCheck",
      payments.pack_opened_at IS NOT NULL AS "wasOpened"
    FROM payments JOIN users ON users.uid = payments.buyer_id
    JOIN services ON services.id = payments.service_id
    WHERE payments.id = ${placeholder('id')} AND users.uid = ${placeholder('person')}
      AND payments.type = 'media'
      AND payments.service_status IN (${textLiterals(soldStatuses)})
      AND ${isAccountActive}`,
  'bought pack',
);

/** Reads a pack; null when the person has no access. */
export async function findPack(pool: Queryable, scope: PackScope): Promise<PackDetails | null> {
  const statement = scope.kind === 'own' ? ownPackStatement : purchasedPackStatement;
  const rows = await statement(pool, { id: scope.id, person: scope.person });
  return rows[0] ?? null;
}

/** The columns of a pack file that lists and downloads need. */
export interface PackFileListRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'JPG' | 'PNG' | 'GIF' | 'MP4';
  readonly type: 'image/jpeg' | 'image/png' | 'image/gif' | 'video/mp4';
  /** Size in bytes. */
  readonly size: number;
  /** Width of an image in pixels; null for videos. */
  readonly width: number | null;
  /** Height of an image in pixels; null for videos. */
  readonly height: number | null;
  readonly createdAt: Date;
}

const packFileColumns = sql`archives.id, archives.name, archives.kind, archives.type,
  archives.size::float8 AS size, archives.width, archives.height,
  archives.created_at AS "createdAt"`;

const isRequestedFile = sql`(${placeholder('archive')}::uuid IS NULL OR archives.id = ${placeholder('archive')}::uuid)`;

const ownFilesStatement = compileStatement<PackFileListRow>(
  sql`SELECT ${packFileColumns} FROM archives
    WHERE archives.service_id = ${placeholder('id')} AND archives.removed_at IS NULL AND ${isRequestedFile}
    ORDER BY archives.position`,
  'files of an own pack',
);

const purchasedFilesStatement = compileStatement<PackFileListRow>(
  sql`SELECT ${packFileColumns} FROM order_archives
    JOIN archives ON archives.id = order_archives.archive_id
    WHERE order_archives.payment_id = ${placeholder('id')} AND ${isRequestedFile}
    ORDER BY order_archives.position`,
  'files of a bought pack',
);

/** The files of a pack in order, or only the file `archive`. Call `findPack` first, which checks the access. */
export function listPackFiles(
  pool: Queryable,
  { kind, id }: PackScope,
  archive: string | null = null,
): Promise<readonly PackFileListRow[]> {
  return (kind === 'own' ? ownFilesStatement : purchasedFilesStatement)(pool, { id, archive });
}
