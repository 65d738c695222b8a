import { parsePictureURL } from '@guilda/contract/pictures';
import type { Db } from '../../platform/database/pool.ts';
import type { Enqueue, TaskRunners } from '../../platform/jobs/index.ts';
import type { PackFileTasks } from '../pack-files/index.ts';
import { isPictureOrdered } from './publishing/owner-store.ts';

/** The background work of this module. */
export type CatalogTasks = {
  /** Erases an unused picture; `photoURL` is its address. */
  readonly 'catalog.erase_picture': { readonly photoURL: string };
  /** Erases the link preview of a service that visitors no longer see. */
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

/** Enqueues the erasure of a service's picture, unless an order shows it; lock the service first. */
export async function enqueuePictureErasure(
  deps: CatalogJobDeps,
  tx: Db,
  { id, photoURL }: { readonly id: string; readonly photoURL: string },
): Promise<void> {
  if (!parsePictureURL(photoURL) || (await isPictureOrdered(tx, id, photoURL))) return;
  await deps.enqueue(tx, 'catalog.erase_picture', { photoURL });
}

/** Enqueues the sweep that erases files that left a pack; they count against the quota until then. */
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
