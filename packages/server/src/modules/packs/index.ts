export { packDownloadsDataExport } from './data-export.ts';
export { packAddresses } from './pack-address.ts';
