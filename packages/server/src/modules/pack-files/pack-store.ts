import type { Service } from '@guilda/contract/services/catalog';
import type { Db } from '../../platform/database/pool.ts';
import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  sql,
} from '../../platform/database/query-builder.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { type PackFileRow, packFileKinds, packFiles } from './pack-file-tables.ts';

/** The kinds of files in a pack, each with its number of files, in the form that services show. */
export type PackFileKinds = Service['archives'];

/** The files that the pack of a service must contain, in the order of `packFileIds`. All files belong to `ownerId`. */
export interface PackAssignment {
  readonly ownerId: string;
  readonly serviceId: string;
  readonly packFileIds: readonly string[];
}

/** Counts files by kind, in the order in which services list the kinds. */
export function countKinds(rows: readonly Pick<PackFileRow, 'kind'>[]): PackFileKinds {
  return packFileKinds
    .map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }))
    .filter(({ count }) => count > 0);
}

/**
 * Returns those of the given files that can be assigned, and locks them until `tx` ends. A file can be assigned when it
 * is complete, belongs to this owner, and waits for a service or is in this pack already.
 */
async function lockAssignableFiles(
  tx: Db,
  { ownerId, serviceId, packFileIds: ids }: PackAssignment,
) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: packFiles.id, kind: packFiles.kind })
    .from(packFiles)
    .where(
      and(
        inArray(packFiles.id, [...ids]),
        eq(packFiles.ownerId, ownerId),
        isNotNull(packFiles.readyAt),
        isNull(packFiles.removedAt),
        or(isNull(packFiles.serviceId), eq(packFiles.serviceId, serviceId)),
      ),
    )
    .orderBy(packFiles.id)
    .for('update');
}

async function markOtherPackFilesRemoved(
  tx: Db,
  serviceId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .update(packFiles)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        eq(packFiles.serviceId, serviceId),
        isNull(packFiles.removedAt),
        ids.length > 0 ? notInArray(packFiles.id, [...ids]) : undefined,
      ),
    );
}

/**
 * Sets the pack of a service to exactly the files `packFileIds`, in this order, and updates `services.archives`; call
 * it in the transaction that writes the service. When a file is neither an unused file of the owner nor in this pack
 * already, nothing changes and the result is `archive_not_found`. Files that leave the pack are marked as removed. The
 * job `archives.sweep` erases them later, except files that orders have bought.
 */
export async function assignPackFiles(
  tx: Db,
  assignment: PackAssignment,
): Promise<Result<PackFileKinds, 'archive_not_found'>> {
  const { serviceId } = assignment;
  const ids = [...new Set(assignment.packFileIds)];
  // With this lock a concurrent order copies either the whole old pack or the whole new pack.
  await tx.execute(sql`SELECT FROM services WHERE id = ${serviceId} FOR NO KEY UPDATE`);
  const rows = await lockAssignableFiles(tx, { ...assignment, packFileIds: ids });
  if (rows.length !== ids.length) return err('archive_not_found');
  for (const [position, id] of ids.entries()) {
    await tx.update(packFiles).set({ serviceId, position }).where(eq(packFiles.id, id));
  }
  await markOtherPackFilesRemoved(tx, serviceId, ids);
  const kindCounts = countKinds(rows);
  await tx.execute(
    sql`UPDATE services SET archives = ${JSON.stringify(kindCounts)}::jsonb WHERE id = ${serviceId}`,
  );
  return ok(kindCounts);
}

/** Copies the list of a service's pack files to an order, in the transaction that inserts the order. */
export async function copyPackFilesToOrder(
  tx: Db,
  { serviceId, orderId }: { readonly serviceId: string; readonly orderId: string },
): Promise<void> {
  await tx.execute(sql`SELECT FROM services WHERE id = ${serviceId} FOR SHARE`);
  await tx.execute(sql`
    INSERT INTO order_archives (payment_id, archive_id, position)
    SELECT ${orderId}, id, position FROM archives
    WHERE service_id = ${serviceId} AND removed_at IS NULL`);
}

/** Deletes the references from an order that has ended to its pack files, so that the files can be erased. */
export async function releaseOrderPackFiles(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM order_archives WHERE payment_id = ${orderId}`);
}

/** Marks all files of an account that is being closed as removed; orders keep the files that were bought. */
export async function markPackFilesRemovedOf(tx: Db, uid: string): Promise<void> {
  await tx
    .update(packFiles)
    .set({ removedAt: sql`now()` })
    .where(and(eq(packFiles.ownerId, uid), isNull(packFiles.removedAt)));
}
