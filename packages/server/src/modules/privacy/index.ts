export { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
export { type PrivacyTaskDeps, type PrivacyTasks, privacyTasks } from './tasks.ts';
