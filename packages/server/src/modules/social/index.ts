export { removePostsOf } from './account-posts.ts';
export { type ClosedPost, openPost, openPostToAct } from './get-post.ts';
export { openComment } from './open-comment.ts';
export { erasePostPreview, postPreviews } from './post-preview.ts';
export { socialHandlers } from './routes.ts';
export type { SocialDeps } from './social-deps.ts';
export { comments, posts } from './social-tables.ts';
export { type SocialTaskDeps, type SocialTasks, socialTasks } from './tasks.ts';
