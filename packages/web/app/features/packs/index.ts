export { DownloadLog } from './download-log.tsx';
export { packMeta } from './pack-meta.ts';
export { PackPage } from './pack-page.tsx';
