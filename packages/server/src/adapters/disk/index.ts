export { openDiskFileStore } from './disk-file-store.ts';
