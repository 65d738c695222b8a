import { parsePictureURL } from '@guilda/contract/pictures';
import type { Db } from '../../platform/database/pool.ts';
import type { Enqueue, TaskRunners } from '../../platform/jobs/index.ts';
import type { ArchiveTasks } from '../archives/index.ts';
import { isOrdered } from './owner-store.ts';

/** The background work of this module. */
export type CatalogTasks = {
  /** Erases a picture that nothing shows any more; `photoURL` is its address. */
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

export interface OwnerEffectDeps {
  readonly enqueue: Enqueue<CatalogTasks>;
}

export interface PackEffectDeps {
  readonly enqueue: Enqueue<CatalogTasks & ArchiveTasks>;
}

/** Has a picture of a service erased after the commit, unless an order shows it; hold the service. */
export async function erasePicture(
  deps: OwnerEffectDeps,
  tx: Db,
  { id, photoURL }: { readonly id: string; readonly photoURL: string },
): Promise<void> {
  if (!parsePictureURL(photoURL) || (await isOrdered(tx, id, photoURL))) return;
  await deps.enqueue(tx, 'catalog.erase_picture', { photoURL });
}

/** Has files that left a pack erased after the commit, unless an order has them: they take room until then. */
export function eraseRemovedArchives(deps: PackEffectDeps, tx: Db): Promise<void> {
  return deps.enqueue(tx, 'archives.sweep', {});
}

/** Has what links to a service showed of it erased after the commit. */
export function erasePreview(deps: OwnerEffectDeps, tx: Db, serviceId: string): Promise<void> {
  return deps.enqueue(tx, 'catalog.erase_preview', { serviceId });
}
