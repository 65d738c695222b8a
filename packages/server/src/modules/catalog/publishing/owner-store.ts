import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { type ServiceTableRow, services } from '../services-table.ts';

/** The fields that an owner may change; absent means unchanged. */
export type ServicePatch = Partial<
  Pick<
    ServiceTableRow,
    'title' | 'description' | 'price' | 'type' | 'category' | 'adult' | 'photoURL' | 'status'
  >
>;

const isAvailable = and(isNull(services.deletedAt), isNull(services.hiddenAt));

/** A person's own service; null when it is somebody else's, deleted or hidden. */
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
 * The same, locked until `tx` ends against other changes and against new orders, which lock it `FOR SHARE`.
 * Whatever is read after this is as current as the service.
 */
export async function lockOwnService(
  tx: Db,
  sellerId: string,
  id: string,
): Promise<ServiceTableRow | null> {
  const rows = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, id), eq(services.sellerId, sellerId), isAvailable))
    .for('no key update');
  return rows[0] ?? null;
}

export async function updateServiceColumns(tx: Db, id: string, patch: ServicePatch): Promise<void> {
  await tx
    .update(services)
    .set({ ...patch, updatedAt: sql`now()` })
    .where(eq(services.id, id));
}

/** Marks a service as deleted; nobody sees it from now on. */
export async function markServiceDeleted(tx: Db, id: string): Promise<void> {
  await tx
    .update(services)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(services.id, id));
}

/** Whether an order of the service shows this picture; the caller must hold the lock on the service. */
export async function isPictureOrdered(
  tx: Db,
  serviceId: string,
  photoURL: string,
): Promise<boolean> {
  const { rows } = await tx.execute<{ ordered: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payments
      WHERE service_id = ${serviceId} AND photo_url = ${photoURL}) AS ordered`);
  return rows[0]?.ordered === true;
}

/** Marks all orders of a service as for adults until `unmarkOrdersAdultByTeam`; lock the service first. */
export async function markOrdersAdultByTeam(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = true, adult_by_team = true
      WHERE service_id = ${serviceId} AND NOT adult`,
  );
}

/** Undoes `markOrdersAdultByTeam`; orders that were for adults before stay so. */
export async function unmarkOrdersAdultByTeam(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = false, adult_by_team = false
      WHERE service_id = ${serviceId} AND adult_by_team`,
  );
}

/**
 * Marks all orders of a service as for adults permanently, also when the service leaves the category later.
 * Lock the service first, so that no order is placed meanwhile.
 */
export async function markOrdersAdult(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = true, adult_by_team = false
      WHERE service_id = ${serviceId} AND (NOT adult OR adult_by_team)`,
  );
}
