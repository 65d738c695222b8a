import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { type ServiceTableRow, services } from '../services-table.ts';

/** The fields that the seller may change; an absent field stays unchanged. */
export type ServicePatch = Partial<
  Pick<
    ServiceTableRow,
    'title' | 'description' | 'price' | 'type' | 'category' | 'adult' | 'photoURL' | 'status'
  >
>;

const isAvailable = and(isNull(services.deletedAt), isNull(services.hiddenAt));

/** A service of the person; null when the service belongs to another person, is deleted or is hidden. */
export async function findOwnService(
  db: Db,
  sellerId: string,
  id: string,
): Promise<ServiceTableRow | null> {
  const rows = await db
    .select()
    .from(services)
    .where(and(eq(services.id, id), eq(services.sellerId, sellerId), isAvailable));
  return rows[0] ?? null;
}

/**
 * Like {@link findOwnService}, but locks the service until `tx` ends. The lock excludes other changes and new orders,
 * which lock the service `FOR SHARE`. Later queries see data that is at least as recent as the returned row.
 * @param hiddenToo whether a hidden service is found: its owner may delete it, but not change it
 */
export async function lockOwnService(
  tx: Db,
  sellerId: string,
  id: string,
  hiddenToo = false,
): Promise<ServiceTableRow | null> {
  const isOwn = and(eq(services.id, id), eq(services.sellerId, sellerId));
  const rows = await tx
    .select()
    .from(services)
    .where(and(isOwn, hiddenToo ? isNull(services.deletedAt) : isAvailable))
    .for('no key update');
  return rows[0] ?? null;
}

export async function updateServiceColumns(
  tx: Db,
  serviceId: string,
  changes: ServicePatch,
): Promise<void> {
  await tx
    .update(services)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(services.id, serviceId));
}

/** Marks a service as deleted, which removes it from all lists and pages. */
export async function markServiceDeleted(tx: Db, id: string): Promise<void> {
  await tx
    .update(services)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(services.id, id));
}

/** Whether an order of the service shows this picture. Lock the service first. */
export async function isPictureShownByOrder(
  tx: Db,
  serviceId: string,
  photoURL: string,
): Promise<boolean> {
  const { rows } = await tx.execute<{ ordered: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payments
      WHERE service_id = ${serviceId} AND photo_url = ${photoURL}) AS ordered`);
  return rows[0]?.ordered === true;
}

/**
 * The picture of a service and those that its orders show: an order keeps the picture of its day when the seller gives
 * the service another one. Lock the service first.
 */
export async function listServicePictures(
  tx: Db,
  { id, photoURL }: Pick<ServiceTableRow, 'id' | 'photoURL'>,
): Promise<string[]> {
  const { rows } = await tx.execute<{ photoURL: string }>(sql`
    SELECT DISTINCT photo_url AS "photoURL" FROM payments WHERE service_id = ${id}`);
  return [photoURL, ...rows.map((row) => row.photoURL)];
}

/**
 * Like {@link listServicePictures}, without previous pictures of the service that an order for adults shows. Its current
 * picture is never one for adults, because a service leaves the category for adults only with a new one.
 */
export async function listOpenServicePictures(
  tx: Db,
  { id, photoURL }: Pick<ServiceTableRow, 'id' | 'photoURL'>,
): Promise<string[]> {
  const { rows } = await tx.execute<{ photoURL: string }>(sql`
    SELECT photo_url AS "photoURL" FROM payments WHERE service_id = ${id}
    GROUP BY photo_url HAVING NOT bool_or(adult)`);
  return [photoURL, ...rows.map((row) => row.photoURL)];
}

/**
 * Marks all orders of a service as for adults by decision of the team, which `unmarkOrdersAdultByTeam` can undo. Lock
 * the service first.
 */
export async function markOrdersAdultByTeam(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = true, adult_by_team = true
      WHERE service_id = ${serviceId} AND NOT adult`,
  );
}

/** Undoes `markOrdersAdultByTeam`; orders that are for adults for another reason stay so. */
export async function unmarkOrdersAdultByTeam(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = false, adult_by_team = false
      WHERE service_id = ${serviceId} AND adult_by_team`,
  );
}

/**
 * Marks all orders of a service as for adults permanently, also if the service leaves the category for adults later.
 * Lock the service first, so that no order is placed before `tx` ends.
 */
export async function markOrdersAdult(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = true, adult_by_team = false
      WHERE service_id = ${serviceId} AND (NOT adult OR adult_by_team)`,
  );
}
