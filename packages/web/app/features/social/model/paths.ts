import { normaliseHashtag } from '@guilda/contract/hashtags';
import type { Post } from '@guilda/contract/social';

/** The page of a post. */
export const postPath = (uid: string) => `/post/${uid}`;

/** Path of the posts with a hashtag; any spelling is normalised. */
export const hashtagPath = (name: string) =>
  `/community?hashtag=${encodeURIComponent(normaliseHashtag(name) || name)}`;

/** The name by which a person is shown. */
export const authorNameOf = ({ displayName, username }: Post['author']) => displayName || username;

/** A post in a few words, for links and dialogs that name it. */
export function accessiblePostName(post: Post): string {
  return post.title || `Publicação de ${authorNameOf(post.author)}`;
}
