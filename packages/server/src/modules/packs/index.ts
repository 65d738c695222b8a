export { packDownloadsDataExport } from './data-export.ts';
export { createPackAddresses } from './pack-address.ts';
