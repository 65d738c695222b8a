export { type ExportedPackFile, exportedPackFileKey, packFilesDataExport } from './data-export.ts';
export { packFileKey, previewContentType, previewKey } from './file-keys.ts';
export { downloadFileName, makeNamesUnique, sanitizeFileName } from './file-name.ts';
export { listWaitingPackFiles, removeWaitingPackFile } from './pack-file-store.ts';
export { orderPackFiles, type PackFileRow, packFiles } from './pack-file-tables.ts';
export {
  assignPackFiles,
  copyPackFilesToOrder,
  countKinds,
  markPackFilesRemovedOf,
  type PackAssignment,
  type PackFileKinds,
  releaseOrderPackFiles,
} from './pack-store.ts';
export { referencedPackFiles } from './referenced-files.ts';
export { type PackFileError, type StorePackFileDeps, storePackFile } from './store-pack-file.ts';
export { erasePackFile, type PackFileTasks, type SweepPackFilesDeps } from './sweep-pack-files.ts';
