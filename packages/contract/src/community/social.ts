import { author } from '../accounts/users.ts';
import { booleanInput, id, idInput, instant, nextCursor, pageQuery } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { z } from '../schema.ts';
import { service } from '../services/catalog.ts';
import { moderationReason, optionalText, requiredText } from '../text.ts';

const post = z.object({
  uid: id,
  /** Title of the post; empty when the author gave none. The same holds for `description`. */
  title: z.string(),
  description: z.string(),
  /** Hashtags as typed, without `#`; `normaliseHashtag` converts them to the form that queries use. */
  hashtags: z.array(z.string()),
  photoURL: z.string().nullable(),
  /**
   * Width and height of the photo in pixels, in upright orientation, so that pages can reserve its space; null without
   * a photo and for posts that older versions of the program stored.
   */
  photoSize: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  likes: z.number(),
  /** Whether the reader likes the post; false for a visitor. */
  liked: z.boolean(),
  commentCount: z.number(),
  author,
  createdAt: instant,
  /** Whether the post is for adults only; its picture then stays blurred until clicked. */
  sensitive: z.boolean(),
  /** The author's service that the post links to; null without a link and when the reader may not see or buy it. */
  service: service.nullable(),
  /** Why the team hid the post; shown to the author only, null for a visible post. */
  hidden: z.object({ reason: z.string() }).nullable(),
  /**
   * True for the reader's own sensitive post when the reader has no valid age check: the post is listed so that it can
   * be deleted, but its texts are empty and its picture is null.
   */
  withheld: z.boolean(),
});
export type Post = z.infer<typeof post>;

const comment = z.object({
  id,
  text: z.string(),
  author,
  createdAt: instant,
});
export type Comment = z.infer<typeof comment>;

const trendingHashtag = z.object({
  /** The hashtag in its most frequent spelling. */
  name: z.string(),
  /** The hashtag in its normalised form, which queries use. */
  tag: z.string(),
  /** Number of posts with the hashtag in the last 7 days. */
  posts: z.number(),
});
export type TrendingHashtag = z.infer<typeof trendingHashtag>;

export const postTexts = {
  empty: 'Pelo menos um dos campos deve ser preenchido',
  commentMissing: 'Comentário obrigatório',
} as const;

/**
 * Text fields of a new post; the photo is the file part `photo`. The rule that a title, description, hashtags or photo
 * must be present is checked by the use case, because this schema does not know the photo.
 */
export const newPost = z.object({
  title: optionalText(limits.postTitle).default(''),
  description: optionalText(limits.postDescription).default(''),
  /** Hashtags separated by spaces or commas, with or without `#`. */
  hashtags: optionalText(limits.postHashtags).default(''),
  /** Id of one of the author's own services, to which the post links. */
  serviceId: z
    .union([z.literal('').transform(() => undefined), idInput], {
      error: errors.invalid_parameter.text,
    })
    .optional(),
  sensitive: booleanInput.default(false),
});

export const newComment = z.object({
  text: requiredText(limits.comment, postTexts.commentMissing),
});

/** A hashtag in any spelling, converted to its normalised form. */
const hashtagQuery = z
  .string({ error: errors.invalid_parameter.text })
  .max(limits.postHashtags + 1, errors.invalid_parameter.text);

/** Filters of a list of posts. */
const feedFilter = { hashtag: hashtagQuery.optional(), author: idInput.optional() };

export const postQuery = pageQuery.extend({
  ...feedFilter,
  q: z
    .string({ error: errors.invalid_parameter.text })
    .max(limits.searchText, errors.invalid_parameter.text)
    .optional(),
});
export type PostQuery = z.output<typeof postQuery>;

const pulseQuery = z.object({
  ...feedFilter,
  /** Uids of the posts that are shown on the page, comma-joined. */
  posts: z
    .string({ error: errors.invalid_parameter.text })
    .max(4_000, errors.invalid_parameter.text)
    .default('')
    .transform((text) => text.split(',').filter((uid) => uid !== ''))
    .pipe(z.array(idInput).max(limits.page.max, errors.invalid_parameter.text)),
  /** Uid of the newest post that is shown on the page; `fresh` counts newer posts. */
  after: idInput.optional(),
});
export type PulseQuery = z.output<typeof pulseQuery>;

const pulse = z.object({
  /** Current counters of those requested posts that the reader may still see. */
  posts: z.array(post.pick({ uid: true, likes: true, liked: true, commentCount: true })),
  /** Number of posts that are newer than `after`, at most `limits.freshPosts`. */
  fresh: z.number(),
});
export type Pulse = z.infer<typeof pulse>;

const postParams = z.object({ uid: idInput });
const likesOutput = z.object({ likes: z.number() });

export const postEndpoints = {
  listPosts: endpoint({
    method: 'GET',
    path: '/api/social/posts',
    summary: 'Posts, newest first, filtered by hashtag, author or search text',
    access: 'optional',
    mayBeLate: true,
    query: postQuery,
    status: 200,
    output: z.object({ posts: z.array(post), nextCursor }),
    errors: ['invalid_parameter'],
    limit: 'general',
    searchedBy: 'q',
  }),
  getPulse: endpoint({
    method: 'GET',
    path: '/api/social/pulse',
    summary: 'Updates of a feed on screen: current counters and the number of new posts',
    access: 'optional',
    mayBeLate: true,
    query: pulseQuery,
    status: 200,
    output: pulse,
    errors: ['invalid_parameter'],
    limit: 'general',
  }),
  listHashtags: endpoint({
    method: 'GET',
    path: '/api/social/hashtags',
    summary: 'Hashtags used by most people in the last 7 days',
    access: 'optional',
    mayBeLate: true,
    status: 200,
    output: z.object({ hashtags: z.array(trendingHashtag) }),
    errors: [],
    limit: 'general',
  }),
  getPost: endpoint({
    method: 'GET',
    path: '/api/social/post/:uid',
    summary: 'One post',
    access: 'optional',
    mayBeLate: true,
    params: postParams,
    status: 200,
    output: z.object({ post }),
    errors: ['post_not_found', 'adults_only'],
    limit: 'general',
  }),
  createPost: endpoint({
    method: 'POST',
    path: '/api/social/post/',
    summary: 'Publish a post: multipart with the picture in `photo`, or JSON',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    body: newPost,
    files: { photo: { kind: 'image', maxBytes: limits.pictureBytes, maxCount: 1 } },
    idempotent: 'optional',
    status: 201,
    output: z.object({ post }),
    errors: [
      'service_not_found',
      'picture_refused',
      'file_too_large',
      'file_type',
      'storage_full',
      'too_many_uploads',
      'storage_unavailable',
    ],
    limit: 'posts',
  }),
  deletePost: endpoint({
    method: 'DELETE',
    path: '/api/social/post/:uid',
    summary: 'Delete an own post with its comments and likes',
    access: 'user',
    params: postParams,
    status: 204,
    output: null,
    errors: ['post_not_found', 'forbidden'],
    limit: 'general',
  }),
  moderatePost: endpoint({
    method: 'PATCH',
    path: '/api/admin/posts/:uid',
    summary: 'Hide, restore or mark a post of another person as sensitive, with a reason',
    access: 'admin',
    params: postParams,
    body: z
      .strictObject({
        hidden: booleanInput.optional(),
        sensitive: booleanInput.optional(),
        reason: moderationReason,
      })
      .refine(({ hidden, sensitive }) => hidden !== undefined || sensitive !== undefined, {
        error: errors.invalid_input.text,
      }),
    status: 204,
    output: null,
    errors: ['post_not_found', 'forbidden'],
    limit: 'general',
  }),
};

export const likeEndpoints = {
  likePost: endpoint({
    method: 'PUT',
    path: '/api/social/post/:uid/like',
    summary: 'Like a post; idempotent',
    access: 'user',
    params: postParams,
    status: 200,
    output: likesOutput,
    errors: ['post_not_found', 'adults_only', 'blocked'],
    limit: 'likes',
  }),
  unlikePost: endpoint({
    method: 'DELETE',
    path: '/api/social/post/:uid/like',
    summary: 'Remove a like',
    access: 'user',
    params: postParams,
    status: 200,
    output: likesOutput,
    errors: ['post_not_found', 'adults_only'],
    limit: 'likes',
  }),
};

export const commentEndpoints = {
  listComments: endpoint({
    method: 'GET',
    path: '/api/social/comment/:postId',
    summary: 'Comments of a post, newest first',
    access: 'optional',
    mayBeLate: true,
    params: z.object({ postId: idInput }),
    query: pageQuery,
    status: 200,
    output: z.object({ comments: z.array(comment), nextCursor }),
    errors: ['post_not_found', 'adults_only', 'invalid_parameter'],
    limit: 'general',
  }),
  createComment: endpoint({
    method: 'POST',
    path: '/api/social/comment/:postId/',
    summary: 'Comment on a post',
    access: 'user',
    requiresAccountAge: true,
    blockedByAgeRequirement: true,
    params: z.object({ postId: idInput }),
    body: newComment,
    idempotent: 'optional',
    status: 201,
    output: z.object({ comment }),
    errors: ['post_not_found', 'adults_only', 'blocked'],
    limit: 'comments',
  }),
  deleteComment: endpoint({
    method: 'DELETE',
    path: '/api/social/comment/:id',
    summary: 'Delete an own comment',
    access: 'user',
    params: z.object({ id: idInput }),
    status: 204,
    output: null,
    errors: ['comment_not_found', 'forbidden'],
    limit: 'general',
  }),
};
