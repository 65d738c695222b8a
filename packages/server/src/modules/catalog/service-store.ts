import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { openToAge, openToReader, users } from '../users/index.ts';
import { type ServiceTableRow, services } from './services-table.ts';

export type NewServiceRow = Pick<
  ServiceTableRow,
  'id' | 'sellerId' | 'title' | 'description' | 'price' | 'type' | 'category' | 'adult' | 'photoURL'
>;

export async function insertService(db: Db, service: NewServiceRow): Promise<void> {
  await db.insert(services).values(service);
}

/** What an order needs to know of what it buys. */
export type Sale = Pick<
  ServiceTableRow,
  'id' | 'sellerId' | 'title' | 'price' | 'type' | 'photoURL' | 'adult' | 'status'
>;

/** What is for adults counts as paused while its seller's age check has lapsed (`product §9`). */
const statusOnMarket = sql<ServiceTableRow['status']>`
  CASE WHEN ${openToAge(services.adult, true)} THEN ${services.status} ELSE 'paused' END`;

/**
 * The facts of a service for an order, paused or for adults though it may be; null when this reader
 * may not know of it. A block alone hides it from nobody here: who acts on it asks for that, and is
 * told so.
 */
export async function saleOf(db: Db, actor: Actor, serviceId: string): Promise<Sale | null> {
  const rows = await db
    .select({
      id: services.id,
      sellerId: services.sellerId,
      title: services.title,
      price: services.price,
      type: services.type,
      photoURL: services.photoURL,
      adult: services.adult,
      status: statusOnMarket,
    })
    .from(services)
    .innerJoin(users, eq(users.uid, services.sellerId))
    .where(
      and(
        eq(services.id, serviceId),
        isNull(services.deletedAt),
        isNull(services.hiddenAt),
        openToReader(uidOf(actor), false),
      ),
    );
  return rows[0] ?? null;
}

/** A service that was taken off the market. */
export interface RemovedService {
  readonly id: string;
  /** Its picture, to be erased once this is committed; null when an order shows it. */
  readonly photoURL: string | null;
}

/** Removes what a person sells, for when the account goes; hold the account, so that nobody buys. */
export async function removeServicesOf(db: Db, uid: string): Promise<RemovedService[]> {
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
