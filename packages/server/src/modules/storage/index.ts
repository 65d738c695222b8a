export { type BeginUploadDeps, beginUpload } from './begin-upload.ts';
export { getStorage } from './get-storage.ts';
export { type KeepBytes, keepBytes } from './keep-bytes.ts';
export type { StorageQuota } from './quota.ts';
