export { packDownloadDaysDataExport, packDownloadsDataExport } from './data-export.ts';
export { createPackAddresses } from './pack-address.ts';
export { createSentBytesCounter } from './sent-bytes-counter.ts';
