export { beginUpload } from './begin-upload.ts';
export { type ClaimBytes, claimBytes } from './claim-bytes.ts';
export { getStorage } from './get-storage.ts';
export type { StorageQuota } from './quota.ts';
