export { type ModerationTaskDeps, type ModerationTasks, moderationTasks } from './mail-case.ts';
export { type ModerationDeps, moderationHandlers } from './routes.ts';
