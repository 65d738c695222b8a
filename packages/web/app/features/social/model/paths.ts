import { normaliseHashtag } from '@guilda/contract/community/hashtags';
import type { Post } from '@guilda/contract/community/social';

/** Path of a post's page. */
export const postPath = (uid: string) => `/post/${uid}`;

/** Path of the posts with a hashtag, in normalized spelling. */
export const hashtagPath = (name: string) =>
  `/community?hashtag=${encodeURIComponent(normaliseHashtag(name) || name)}`;

/** The display name of an author or, if it is empty, the username. */
export const authorNameOf = ({ displayName, username }: Post['author']) => displayName || username;

/** A short name of a post, for labels of links and dialogs. */
export function accessiblePostName(post: Post): string {
  return post.title || `Publicação de ${authorNameOf(post.author)}`;
}
