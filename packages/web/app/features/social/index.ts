export { PostCard, type PostCardProps } from './card/post-card.tsx';
export { PostService } from './card/post-service.tsx';
export { PostTeasers } from './card/post-teaser.tsx';
export { CommunityPage, feedTitle } from './feed/community-page.tsx';
export { loadFeed, readHashtag } from './feed/load-feed.ts';
export { PostSkeletons } from './feed/post-skeletons.tsx';
export {
  announcePost,
  changePost,
  type FeedCache,
  forgetPost,
  useFeedCache,
} from './model/feed-cache.ts';
export { hashtagPath, postName, postPath } from './model/paths.ts';
export { type PostList, type PostPage, postKey, postsKey } from './model/post-lists.ts';
export { NewPost } from './panel/new-post.tsx';
export { PostPanelButton } from './panel/post-panel-button.tsx';
export { loadFirstComments } from './post/comments/load-comments.ts';
export { loadPostPage } from './post/load-post-page.ts';
export { postMeta } from './post/post-meta.ts';
export { PostView } from './post/post-view.tsx';
export { PostViewSkeleton } from './post/post-view-skeleton.tsx';
