export { archiveKey, previewKey, previewType } from './archive-files.ts';
export { closeWaiting, waitingArchives } from './archive-store.ts';
export { type ArchiveRow, archives, orderArchives } from './archives-tables.ts';
export { keptName, savedName, uniqueNames } from './file-name.ts';
export { type HeldArchive, heldArchiveKey, heldArchives } from './held-archives.ts';
export { keptArchives } from './kept-archives.ts';
export {
  type ArchiveKinds,
  assignArchives,
  copyArchives,
  countKinds,
  type PackPlan,
  releaseArchives,
  removeArchivesOf,
} from './pack-store.ts';
export { type ArchiveError, type StoreArchiveDeps, storeArchive } from './store-archive.ts';
export {
  type ArchiveTasks,
  archiveSchedule,
  archiveTasks,
  eraseArchive,
  type SweepDeps,
} from './sweep.ts';
