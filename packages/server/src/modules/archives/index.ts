export { waitingArchives } from './archive-store.ts';
export { type ArchiveRow, archives, orderArchives } from './archives-tables.ts';
export {
  type ArchiveKinds,
  assignArchives,
  copyArchives,
  discardArchives,
  type PackPlan,
  removeArchivesOf,
} from './pack-store.ts';
export { type ArchiveError, type StoreArchiveDeps, storeArchive } from './store-archive.ts';
