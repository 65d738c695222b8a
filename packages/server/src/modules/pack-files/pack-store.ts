import type { Service } from '@guilda/contract/catalog';
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

/** Kinds of a pack's files with their numbers, as services show them. */
export type PackFileKinds = Service['archives'];

/** The wanted content of a pack: files of `ownerId`, in this order. */
export interface PackAssignment {
  readonly ownerId: string;
  readonly serviceId: string;
  readonly ids: readonly string[];
}

/** Counts files by kind, in the order in which services list them. */
export function countKinds(rows: readonly Pick<PackFileRow, 'kind'>[]): PackFileKinds {
  return packFileKinds
    .map((kind) => ({ kind, count: rows.filter((row) => row.kind === kind).length }))
    .filter(({ count }) => count > 0);
}

/** Locks the files of the plan that may be used until `tx` ends. */
async function lockAssignableFiles(tx: Db, { ownerId, serviceId, ids }: PackAssignment) {
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
 * Sets the pack of a service to exactly these files, in this order, and updates `services.archives`; call
 * it in the transaction that writes the service. The ids may name waiting files of the owner and files of
 * this pack. `archive_not_found`, and nothing changes, when one is neither. Files left out are removed:
 * orders that bought them keep them, the others are erased by the sweep.
 */
export async function assignPackFiles(
  tx: Db,
  plan: PackAssignment,
): Promise<Result<PackFileKinds, 'archive_not_found'>> {
  const { serviceId } = plan;
  const ids = [...new Set(plan.ids)];
  // The lock lets a concurrent order copy the whole old pack or the whole new one, never a mixture.
  await tx.execute(sql`SELECT FROM services WHERE id = ${serviceId} FOR NO KEY UPDATE`);
  const rows = await lockAssignableFiles(tx, { ...plan, ids });
  if (rows.length !== ids.length) return err('archive_not_found');
  for (const [position, id] of ids.entries()) {
    await tx.update(packFiles).set({ serviceId, position }).where(eq(packFiles.id, id));
  }
  await markOtherPackFilesRemoved(tx, serviceId, ids);
  const kinds = countKinds(rows);
  await tx.execute(
    sql`UPDATE services SET archives = ${JSON.stringify(kinds)}::jsonb WHERE id = ${serviceId}`,
  );
  return ok(kinds);
}

/** Copies a service's pack to an order, in the transaction that inserts the order. */
export async function copyPackFilesToOrder(
  tx: Db,
  { serviceId, paymentId }: { readonly serviceId: string; readonly paymentId: string },
): Promise<void> {
  await tx.execute(sql`SELECT FROM services WHERE id = ${serviceId} FOR SHARE`);
  await tx.execute(sql`
    INSERT INTO order_archives (payment_id, archive_id, position)
    SELECT ${paymentId}, id, position FROM archives
    WHERE service_id = ${serviceId} AND removed_at IS NULL`);
}

/** Releases the pack of an order that was never paid, so that its files can be erased. */
export async function releaseOrderPackFiles(tx: Db, paymentId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM order_archives WHERE payment_id = ${paymentId}`);
}

/** Removes every file of an account that is being closed; orders keep what they bought. */
export async function markPackFilesRemovedOf(tx: Db, uid: string): Promise<void> {
  await tx
    .update(packFiles)
    .set({ removedAt: sql`now()` })
    .where(and(eq(packFiles.ownerId, uid), isNull(packFiles.removedAt)));
}
