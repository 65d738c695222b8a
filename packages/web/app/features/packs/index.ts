export { DownloadLog } from './download-log.tsx';
export { PackPage, packMeta } from './pack-page.tsx';
