export { openS3FileStore } from './s3-file-store.ts';
