export { deleteAccount } from './delete-account.ts';
export { exportAddresses } from './export-address.ts';
