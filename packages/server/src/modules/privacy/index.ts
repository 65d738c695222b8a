export { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
export { privacyHandlers } from './routes.ts';
export { type PrivacyTaskDeps, type PrivacyTasks, privacyTasks } from './tasks.ts';
