export { eraseAgeCheck } from './age-check-store.ts';
export { heldAgeCheck } from './held-check.ts';
export { type AgeDeps, ageHandlers } from './routes.ts';
export { type AgeTasks, ageSchedule, ageTasks } from './tasks.ts';
export { mountAgeWebhooks } from './webhooks.ts';
