import { parsePictureURL } from '@guilda/contract/services/pictures';
import type { Db } from '../../platform/database/pool.ts';
import type { Enqueue, TaskRunners } from '../../platform/jobs/index.ts';
import type { PackFileTasks } from '../pack-files/index.ts';
import { isPictureShownByOrder } from './publishing/owner-store.ts';

/** Background jobs of services. */
export type CatalogTasks = {
  /** Erases the files of an unused picture; `photoURL` is the picture's address. */
  readonly 'catalog.erase_picture': { readonly photoURL: string };
  /** Erases the link preview of a service, so that visitors no longer get it. */
  readonly 'catalog.erase_preview': { readonly serviceId: string };
};

export interface CatalogTaskDeps {
  deletePicture(photoURL: string): Promise<void>;
  erasePreviews(kind: 'services', id: string): Promise<void>;
}

export function catalogTasks(deps: CatalogTaskDeps): TaskRunners<CatalogTasks> {
  return {
    'catalog.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
    'catalog.erase_preview': ({ serviceId }) => deps.erasePreviews('services', serviceId),
  };
}

export interface CatalogJobDeps {
  readonly enqueue: Enqueue<CatalogTasks>;
}

export interface PackJobDeps {
  readonly enqueue: Enqueue<CatalogTasks & PackFileTasks>;
}

/**
 * Enqueues the erasure of a service's picture, unless an order shows the picture. Lock the service first, so that no
 * order is placed before the transaction ends.
 */
export async function enqueuePictureErasure(
  deps: CatalogJobDeps,
  tx: Db,
  { id, photoURL }: { readonly id: string; readonly photoURL: string },
): Promise<void> {
  if (!parsePictureURL(photoURL) || (await isPictureShownByOrder(tx, id, photoURL))) return;
  await deps.enqueue(tx, 'catalog.erase_picture', { photoURL });
}

/**
 * Enqueues the job that erases the files which were removed from packs. Such files count against their owner's storage
 * quota until they are erased.
 */
export function enqueuePackFileSweep(deps: PackJobDeps, tx: Db): Promise<void> {
  return deps.enqueue(tx, 'archives.sweep', {});
}

/** Enqueues the erasure of a service's link preview. */
export function enqueuePreviewErasure(
  deps: CatalogJobDeps,
  tx: Db,
  serviceId: string,
): Promise<void> {
  return deps.enqueue(tx, 'catalog.erase_preview', { serviceId });
}
