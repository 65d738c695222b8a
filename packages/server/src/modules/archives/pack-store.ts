import type { Service } from '@guilda/contract/catalog';
import { and, eq, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { type ArchiveRow, archiveKinds, archives } from './archives-tables.ts';

/** Kinds and numbers of a pack's files, as services show them. */
export type ArchiveKinds = Service['archives'];

/** A pack as it is to be: files of `ownerId`, in this order. */
export interface PackPlan {
  readonly ownerId: string;
  readonly serviceId: string;
  readonly ids: readonly string[];
}

/** Kinds and numbers of these files, in the order lists show them. */
export function countKinds(rows: readonly Pick<ArchiveRow, 'kind'>[]): ArchiveKinds {
  return archiveKinds
    .map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }))
    .filter(({ count }) => count > 0);
}

/** The files of the plan that it may use, held until `tx` ends. */
async function lockUsable(tx: Db, { ownerId, serviceId, ids }: PackPlan) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: archives.id, kind: archives.kind })
    .from(archives)
    .where(
      and(
        inArray(archives.id, [...ids]),
        eq(archives.ownerId, ownerId),
        isNotNull(archives.readyAt),
        isNull(archives.removedAt),
        or(isNull(archives.serviceId), eq(archives.serviceId, serviceId)),
      ),
    )
    .orderBy(archives.id)
    .for('update');
}

async function removeOthers(tx: Db, serviceId: string, ids: readonly string[]): Promise<void> {
  await tx
    .update(archives)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        eq(archives.serviceId, serviceId),
        isNull(archives.removedAt),
        ids.length > 0 ? notInArray(archives.id, [...ids]) : undefined,
      ),
    );
}

/**
 * Makes the pack of a service exactly these files, in this order, and keeps `services.archives`;
 * call it in the transaction that writes the service. The ids may be own files that wait and files
 * that are in this pack already. `archive_not_found`, with nothing changed, when one of them is
 * neither. Files left out are removed: orders that bought them keep them, else they are swept.
 */
export async function assignArchives(
  tx: Db,
  plan: PackPlan,
): Promise<Result<ArchiveKinds, 'archive_not_found'>> {
  const { serviceId } = plan;
  const ids = [...new Set(plan.ids)];
  // A purchase of this moment gets the whole pack as it was or the whole pack as it is to be.
  await tx.execute(sql`SELECT FROM services WHERE id = ${serviceId} FOR NO KEY UPDATE`);
  const rows = await lockUsable(tx, { ...plan, ids });
  if (rows.length !== ids.length) return err('archive_not_found');
  for (const [position, id] of ids.entries()) {
    await tx.update(archives).set({ serviceId, position }).where(eq(archives.id, id));
  }
  await removeOthers(tx, serviceId, ids);
  const kinds = countKinds(rows);
  await tx.execute(
    sql`UPDATE services SET archives = ${JSON.stringify(kinds)}::jsonb WHERE id = ${serviceId}`,
  );
  return ok(kinds);
}

/** Gives an order its own copy of a service's pack, in the transaction that makes the order. */
export async function copyArchives(
  tx: Db,
  { serviceId, paymentId }: { readonly serviceId: string; readonly paymentId: string },
): Promise<void> {
  await tx.execute(sql`SELECT FROM services WHERE id = ${serviceId} FOR SHARE`);
  await tx.execute(sql`
    INSERT INTO order_archives (payment_id, archive_id, position)
    SELECT ${paymentId}, id, position FROM archives
    WHERE service_id = ${serviceId} AND removed_at IS NULL`);
}

/** Lets go of the pack of an order that nobody came to pay, so that its files can be erased. */
export async function releaseArchives(tx: Db, paymentId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM order_archives WHERE payment_id = ${paymentId}`);
}

/** Lets go of every file of a person whose account goes; orders keep what they bought. */
export async function removeArchivesOf(tx: Db, uid: string): Promise<void> {
  await tx
    .update(archives)
    .set({ removedAt: sql`now()` })
    .where(and(eq(archives.ownerId, uid), isNull(archives.removedAt)));
}
