import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { type ServiceTableRow, services } from './services-table.ts';

/** What an owner may change of a service; absent means unchanged. */
export type ServicePatch = Partial<
  Pick<
    ServiceTableRow,
    'title' | 'description' | 'price' | 'type' | 'category' | 'adult' | 'photoURL' | 'status'
  >
>;

const standing = and(isNull(services.deletedAt), isNull(services.hiddenAt));

/** An own service as it stands; null when it is not this person's, removed or hidden. */
export async function readOwn(
  db: Db,
  sellerId: string,
  id: string,
): Promise<ServiceTableRow | null> {
  const rows = await db
    .select()
    .from(services)
    .where(and(eq(services.id, id), eq(services.sellerId, sellerId), standing));
  return rows[0] ?? null;
}

/**
 * The same, held until `tx` ends: against other changes, and against purchases, which hold it for
 * share. What is read after it is therefore as new as the service.
 */
export async function lockOwn(
  tx: Db,
  sellerId: string,
  id: string,
): Promise<ServiceTableRow | null> {
  const rows = await tx
    .select()
    .from(services)
    .where(and(eq(services.id, id), eq(services.sellerId, sellerId), standing))
    .for('no key update');
  return rows[0] ?? null;
}

export async function changeService(tx: Db, id: string, patch: ServicePatch): Promise<void> {
  await tx
    .update(services)
    .set({ ...patch, updatedAt: sql`now()` })
    .where(eq(services.id, id));
}

/** Nobody sees the service from now on. */
export async function removeService(tx: Db, id: string): Promise<void> {
  await tx
    .update(services)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(services.id, id));
}

/** Whether an order of the service shows this picture; ask it with the service held. */
export async function isOrdered(tx: Db, serviceId: string, photoURL: string): Promise<boolean> {
  const { rows } = await tx.execute<{ ordered: boolean }>(sql`
    SELECT EXISTS (SELECT FROM payments
      WHERE service_id = ${serviceId} AND photo_url = ${photoURL}) AS ordered`);
  return rows[0]?.ordered === true;
}

/** Makes every order of a service one for adults until `openOrders`; hold the service. */
export async function closeOrdersByTeam(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = true, adult_by_team = true
      WHERE service_id = ${serviceId} AND NOT adult`,
  );
}

/** Undoes `closeOrdersByTeam`: orders that were for adults without it stay so. */
export async function openOrders(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = false, adult_by_team = false
      WHERE service_id = ${serviceId} AND adult_by_team`,
  );
}

/**
 * Makes every order of a service one for adults, for good: what it bought is from now on, and stays
 * so when the service leaves. Hold the service, so that no order is placed meanwhile.
 */
export async function closeOrders(tx: Db, serviceId: string): Promise<void> {
  await tx.execute(
    sql`UPDATE payments SET adult = true, adult_by_team = false
      WHERE service_id = ${serviceId} AND (NOT adult OR adult_by_team)`,
  );
}
