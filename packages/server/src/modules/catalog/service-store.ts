import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../platform/database/query-builder.ts';
import { isVisibleToReader, passesAgeRestriction, users } from '../users/index.ts';
import { type ServiceTableRow, services } from './services-table.ts';

export type NewServiceRow = Pick<
  ServiceTableRow,
  'id' | 'sellerId' | 'title' | 'description' | 'price' | 'type' | 'category' | 'adult' | 'photoURL'
>;

export async function insertService(db: Db, service: NewServiceRow): Promise<void> {
  await db.insert(services).values(service);
}

/** What an order copies of a service. */
export type ServiceOffer = Pick<
  ServiceTableRow,
  'id' | 'sellerId' | 'title' | 'price' | 'type' | 'photoURL' | 'adult' | 'status'
>;

/** A service for adults counts as paused while its seller has no valid age check. */
const effectiveServiceStatus = sql<ServiceTableRow['status']>`
  CASE WHEN ${passesAgeRestriction(services.adult, true)} THEN ${services.status} ELSE 'paused' END`;

/**
 * The offer of a service, also when it is paused or for adults; null when this reader may not see it. Blocks
 * are not applied here: the caller checks them and answers `blocked`.
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
      price: services.price,
      type: services.type,
      photoURL: services.photoURL,
      adult: services.adult,
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
  return rows[0] ?? null;
}

/** A service that was deleted. */
export interface DeletedService {
  readonly id: string;
  /** Its picture, to be erased after the commit; null when an order shows it. */
  readonly photoURL: string | null;
}

/** Deletes all services of an account that is being closed; lock the account first, so that nobody orders. */
export async function deleteServicesOf(db: Db, uid: string): Promise<DeletedService[]> {
  const removed = await db
    .update(services)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(services.sellerId, uid), isNull(services.deletedAt)))
    .returning({
      id: services.id,
      photoURL: services.photoURL,
      ordered: sql<boolean>`EXISTS (SELECT 1 FROM payments p
        WHERE p.service_id = services.id AND p.photo_url = services.photo_url)`,
    });
  return removed.map(({ id, photoURL, ordered }) => ({ id, photoURL: ordered ? null : photoURL }));
}

/** Locks a service until `tx` ends, so that meanwhile nobody can edit, pause or delete it; orders share the lock. */
export async function lockServiceForOrder(tx: Db, id: string): Promise<void> {
  await tx.select({ id: services.id }).from(services).where(eq(services.id, id)).for('share');
}

/** Locks an undeleted service against its owner, new orders and other decisions until `tx` ends. */
export async function lockService(tx: Db, id: string): Promise<ServiceTableRow | null> {
  const rows = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
    .for('no key update');
  return rows[0] ?? null;
}

/**
 * Hides a service for a reason, or shows it again with null; the time of a service that is hidden stays.
 * Lock it first.
 */
export async function updateServiceHidden(
  tx: Db,
  id: string,
  reason: string | null,
): Promise<void> {
  const hiddenAt = reason === null ? null : sql`coalesce(${services.hiddenAt}, clock_timestamp())`;
  await tx.update(services).set({ hiddenAt, hiddenReason: reason }).where(eq(services.id, id));
}

/** Stores whether a service is for adults, and whether the team decided so. Lock it first. */
export async function updateServiceAdult(
  tx: Db,
  id: string,
  { adultByTeam, adult }: Pick<ServiceTableRow, 'adultByTeam' | 'adult'>,
): Promise<void> {
  await tx.update(services).set({ adultByTeam, adult }).where(eq(services.id, id));
}
