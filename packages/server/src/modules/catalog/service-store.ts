import { type Actor, uidOf } from '../../platform/actor.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../platform/database/query-builder.ts';
import { waitUntilReplicated } from '../../platform/database/replicas/unreplicated.ts';
import { isVisibleToReader, passesAgeRestriction, users } from '../users/index.ts';
import { isAdultCategory } from './publishing/service-files.ts';
import { type ServiceTableRow, services } from './services-table.ts';

export type NewServiceRow = Pick<
  ServiceTableRow,
  | 'id'
  | 'sellerId'
  | 'title'
  | 'description'
  | 'price'
  | 'type'
  | 'category'
  | 'adult'
  | 'photoURL'
  | 'requestKey'
>;

/** Inserts a service; false when its seller already has a service with this request key. */
export async function insertService(db: Db, service: NewServiceRow): Promise<boolean> {
  const insertedRows = await db
    .insert(services)
    .values(service)
    .onConflictDoNothing({
      target: [services.sellerId, services.requestKey],
      where: sql`request_key IS NOT NULL AND deleted_at IS NULL`,
    })
    .returning({ id: services.id });
  return insertedRows.length > 0;
}

/** Id of the person's service with this request key; null when there is none. */
export async function findServiceByRequestKey(
  db: Db,
  sellerId: string,
  requestKey: string,
): Promise<string | null> {
  const rows = await db
    .select({ id: services.id, replicated: waitUntilReplicated })
    .from(services)
    .where(
      and(
        eq(services.sellerId, sellerId),
        eq(services.requestKey, requestKey),
        isNull(services.deletedAt),
      ),
    );
  return rows[0]?.id ?? null;
}

/** What a buyer gets: the fields that an order copies from a service, and the kinds of the pack's files. */
export interface ServiceOffer
  extends Pick<
    ServiceTableRow,
    | 'id'
    | 'sellerId'
    | 'title'
    | 'description'
    | 'archives'
    | 'price'
    | 'type'
    | 'photoURL'
    | 'adult'
    | 'status'
  > {
  /** Whether the service is for adults only because the team decided so, and not because of its category. */
  readonly adultByTeam: boolean;
}

/** The status of a service in SQL: a service for adults counts as paused while its seller has no valid age check. */
const effectiveServiceStatus = sql<ServiceTableRow['status']>`
  CASE WHEN ${passesAgeRestriction(services.adult, true)} THEN ${services.status} ELSE 'paused' END`;

/**
 * The offer of a service, also when it is paused or for adults; null when this reader may not see it. Blocks are
 * ignored here, because the caller checks them to answer `blocked`.
 */
export async function findServiceOffer(
  db: Db,
  actor: Actor,
  serviceId: string,
): Promise<ServiceOffer | null> {
  const rows = await db
    .select({
      id: services.id,
      sellerId: services.sellerId,
      title: services.title,
      description: services.description,
      archives: services.archives,
      price: services.price,
      type: services.type,
      photoURL: services.photoURL,
      adult: services.adult,
      adultByTeam: services.adultByTeam,
      category: services.category,
      status: effectiveServiceStatus,
    })
    .from(services)
    .innerJoin(users, eq(users.uid, services.sellerId))
    .where(
      and(
        eq(services.id, serviceId),
        isNull(services.deletedAt),
        isNull(services.hiddenAt),
        isVisibleToReader(uidOf(actor), false),
      ),
    );
  const [offer] = rows;
  if (!offer) return null;
  const { category, ...fields } = offer;
  return { ...fields, adultByTeam: fields.adultByTeam && !isAdultCategory(category) };
}

/** A deleted service, and its picture to erase. */
export interface DeletedService {
  readonly id: string;
  /** Address of the picture, to be erased after the commit; null when an order shows the picture. */
  readonly photoURL: string | null;
}

/** Deletes all services of an account that is being closed; lock the account first, so that no new order is placed. */
export async function deleteServicesOf(db: Db, uid: string): Promise<DeletedService[]> {
  const deletedServices = await db
    .update(services)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(services.sellerId, uid), isNull(services.deletedAt)))
    .returning({
      id: services.id,
      photoURL: services.photoURL,
      ordered: sql<boolean>`EXISTS (SELECT 1 FROM payments p
        WHERE p.service_id = services.id AND p.photo_url = services.photo_url)`,
    });
  return deletedServices.map(({ id, photoURL, ordered }) => ({
    id,
    photoURL: ordered ? null : photoURL,
  }));
}

/**
 * Locks a service until `tx` ends, so that nobody can edit, pause or delete it. Several orders can hold this lock at
 * once.
 */
export async function lockServiceForOrder(tx: Db, id: string): Promise<void> {
  await tx.select({ id: services.id }).from(services).where(eq(services.id, id)).for('share');
}

/**
 * Locks a service until `tx` ends, so that its owner, new orders and other moderation actions wait; null when it is
 * deleted, unless deleted services are found too.
 */
export async function lockService(
  tx: Db,
  id: string,
  deletedToo = false,
): Promise<ServiceTableRow | null> {
  const rows = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, id), deletedToo ? undefined : isNull(services.deletedAt)))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Hides a service for the given reason, or shows it again when the reason is null. Hiding a hidden service changes the
 * reason but not the time. Lock the service first.
 */
export async function updateServiceHidden(
  tx: Db,
  id: string,
  reason: string | null,
): Promise<void> {
  const hiddenAt = reason === null ? null : sql`coalesce(${services.hiddenAt}, ${databaseNow})`;
  await tx.update(services).set({ hiddenAt, hiddenReason: reason }).where(eq(services.id, id));
}

/** Stores whether a service is for adults, and whether an administrator decided so. Lock the service first. */
export async function updateServiceAdult(
  tx: Db,
  id: string,
  { adultByTeam, adult }: Pick<ServiceTableRow, 'adultByTeam' | 'adult'>,
): Promise<void> {
  await tx.update(services).set({ adultByTeam, adult }).where(eq(services.id, id));
}
