import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { hasVerifiedAge } from '../users/index.ts';
import type { PackScope } from './pack-address.ts';

/** A pack that the person may open, apart from the age check. */
export interface PackDetails {
  readonly serviceId: string;
  readonly title: string;
  /** Centavos. */
  readonly price: number;
  readonly image: string;
  /** Whether the pack is for adults; `checked`: whether the person has a valid age check. */
  readonly adult: boolean;
  readonly checked: boolean;
}

const placeholder = (name: string) => sql.placeholder(name);

/** The account is neither closed nor suspended, and the service not hidden by moderation. */
const isPackAccessible = sql`users.deleted_at IS NULL AND users.suspended_at IS NULL
  AND services.hidden_at IS NULL`;

/** The pack of the person's own service, until the service is deleted. */
const ownPackStatement = compileStatement<PackDetails>(
  sql`SELECT services.id AS "serviceId", services.title, services.price,
      services.photo_url AS image, services.adult, ${hasVerifiedAge} AS checked
    FROM services JOIN users ON users.uid = services.seller_id
    WHERE services.id = ${placeholder('id')} AND users.uid = ${placeholder('person')}
      AND services.type = 'media' AND services.deleted_at IS NULL AND ${isPackAccessible}`,
  'own pack',
);

/** The pack of an order, as it was bought: from the payment until a refund. */
const purchasedPackStatement = compileStatement<PackDetails>(
  sql`SELECT services.id AS "serviceId", payments.product_name AS title, payments.price,
      payments.photo_url AS image, (payments.adult OR services.adult) AS adult, ${hasVerifiedAge} AS checked
    FROM payments JOIN users ON users.uid = payments.buyer_id
    JOIN services ON services.id = payments.service_id
    WHERE payments.id = ${placeholder('id')} AND users.uid = ${placeholder('person')}
      AND payments.type = 'media'
      AND payments.service_status IN ('awaiting_start', 'in_progress', 'complete')
      AND ${isPackAccessible}`,
  'bought pack',
);

/** The pack, or null when the person has no access. */
export async function findPack(pool: Queryable, scope: PackScope): Promise<PackDetails | null> {
  const statement = scope.kind === 'own' ? ownPackStatement : purchasedPackStatement;
  const rows = await statement(pool, { id: scope.id, person: scope.person });
  return rows[0] ?? null;
}

/** A file of a pack. */
export interface PackFileListRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'JPG' | 'PNG' | 'GIF' | 'MP4';
  readonly type: 'image/jpeg' | 'image/png' | 'image/gif' | 'video/mp4';
  /** Bytes. */
  readonly size: number;
  /** Pixels, of images. */
  readonly width: number | null;
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

/** The files of a pack in order, or the one named. Authorization is `findPack`'s. */
export function listPackFiles(
  pool: Queryable,
  { kind, id }: PackScope,
  archive: string | null = null,
): Promise<PackFileListRow[]> {
  return (kind === 'own' ? ownFilesStatement : purchasedFilesStatement)(pool, { id, archive });
}
