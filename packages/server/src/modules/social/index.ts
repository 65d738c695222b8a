export { removePostsOf } from './account-posts.ts';
export { type ClosedPost, openPost, openPostToAct } from './get-post.ts';
export { socialHandlers } from './routes.ts';
export type { SocialDeps } from './social-deps.ts';
export { type SocialTaskDeps, type SocialTasks, socialTasks } from './tasks.ts';
