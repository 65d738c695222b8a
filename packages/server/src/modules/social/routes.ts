import type {
  commentEndpoints,
  likeEndpoints,
  postEndpoints,
} from '@guilda/contract/community/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import { type CreateCommentDeps, createComment } from './comments/create-comment.ts';
import { deleteComment } from './comments/delete-comment.ts';
import { listComments } from './comments/list-comments.ts';
import { getPulse } from './feed/get-pulse.ts';
import { listPosts } from './feed/list-posts.ts';
import { listHashtags } from './hashtags/trending-hashtags.ts';
import { type LikeDeps, likePost, unlikePost } from './likes/like-post.ts';
import { createPost } from './posts/create-post.ts';
import { deletePost } from './posts/delete-post.ts';
import { getPost } from './posts/get-post.ts';
import { moderatePost } from './posts/moderate-post.ts';
import { withBadgeRefresh } from './refresh-badges.ts';
import type { SocialDeps } from './social-deps.ts';

function postHandlers(deps: SocialDeps): Handlers<typeof postEndpoints> {
  // `createPost` and `listHashtags` keep state between requests, so each is called once.
  const create = createPost(deps);
  const listTrendingHashtags = listHashtags(deps);
  return {
    listPosts: ({ actor, query }) => listPosts(deps)(actor, query),
    getPulse: async ({ actor, query }) => ok(await getPulse(deps)(actor, query)),
    listHashtags: async ({ actor }) => ok({ hashtags: await listTrendingHashtags(actor) }),
    getPost: ({ actor, params }) => getPost(deps)(actor, params.uid),
    createPost: ({ actor, body, files, idempotencyKey }) =>
      create(actor, { ...body, photo: files.filesOf('photo')[0], idempotencyKey }),
    deletePost: ({ actor, params }) => deletePost(deps)(actor, params.uid),
    moderatePost: ({ actor, params, body }) => moderatePost(deps)(actor, params.uid, body),
  };
}

export function likeHandlers(deps: LikeDeps): Handlers<typeof likeEndpoints> {
  return {
    likePost: ({ actor, params }) => likePost(deps)(actor, params.uid),
    unlikePost: ({ actor, params }) => unlikePost(deps)(actor, params.uid),
  };
}

export function commentHandlers(deps: CreateCommentDeps): Handlers<typeof commentEndpoints> {
  // `createComment` keeps state between requests, so it is called once.
  const create = createComment(deps);
  return {
    listComments: ({ actor, params, query }) => listComments(deps)(actor, params.postId, query),
    createComment: ({ actor, params, body, idempotencyKey }) =>
      create(actor, params.postId, { text: body.text, idempotencyKey }),
    deleteComment: ({ actor, params }) => deleteComment(deps)(actor, params.id),
  };
}

export function socialHandlers(
  deps: SocialDeps,
): Handlers<typeof postEndpoints & typeof likeEndpoints & typeof commentEndpoints> {
  const [posts, comments] = [postHandlers(deps), commentHandlers(deps)];
  const refreshing = withBadgeRefresh(deps);
  return {
    ...{ ...posts, ...likeHandlers(deps), ...comments },
    createPost: refreshing(posts.createPost),
    deletePost: refreshing(posts.deletePost),
    createComment: refreshing(comments.createComment),
    deleteComment: refreshing(comments.deleteComment),
  };
}
