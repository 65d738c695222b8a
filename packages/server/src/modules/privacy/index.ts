export { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
export { exportAddresses } from './export-address.ts';
export { privacyHandlers } from './routes.ts';
export { serveExports } from './serve-exports.ts';
export {
  type PrivacyTaskDeps,
  type PrivacyTasks,
  privacySchedule,
  privacyTasks,
} from './tasks.ts';
