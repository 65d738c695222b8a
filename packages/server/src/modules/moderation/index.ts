export { type ModerationTaskDeps, type ModerationTasks, moderationTasks } from './mail-case.ts';
export { type RecordAction, recordAction } from './record-action.ts';
export { type ModerationDeps, moderationHandlers } from './routes.ts';
