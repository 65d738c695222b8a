export { findVisibleComment } from './comments/find-visible-comment.ts';
export { setCommentHidden, syncCommentsWithAccount } from './comments/hidden-comments-store.ts';
export { commentsDataExport, likesDataExport, postsDataExport } from './data-export.ts';
export { deletePostsOf } from './posts/account-posts-store.ts';
export { applyPostDecision } from './posts/apply-post-decision.ts';
export {
  findPostForInteraction,
  findVisiblePost,
  type PostUnavailableRefusal,
} from './posts/get-post.ts';
export { erasePostPreview } from './posts/post-preview.ts';
export { comments, posts } from './social-tables.ts';
export type { SocialTasks } from './tasks.ts';
