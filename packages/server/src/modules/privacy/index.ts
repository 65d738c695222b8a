export { deleteAccount } from './delete-account.ts';
export { createExportAddresses } from './export-address.ts';
